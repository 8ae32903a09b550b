import type { Candidate, SearchSpace } from './space.js';

/** Which candidates would make a kernel that was proposed before, as far as a sample tells. */
export interface Twins {
  note(candidate: Candidate): void;
  has(candidate: Candidate): boolean;
  /** The first few of the candidates that are neither twins of what was noted nor of each other. */
  distinct(candidates: Iterable<Candidate>, most: number): Candidate[];
}

export function createTwins(space: Pick<SearchSpace, 'sketch'>): Twins {
  const known = new Set<string>();
  /** What is looked at is often proposed next, and noted then. */
  const sketches = new WeakMap<Candidate, string>();
  const sketchOf = (candidate: Candidate): string => {
    const sketch = sketches.get(candidate) ?? space.sketch(candidate.graph);
    sketches.set(candidate, sketch);
    return sketch;
  };
  return {
    note: (candidate) => void known.add(sketchOf(candidate)),
    has: (candidate) => known.has(sketchOf(candidate)),
    distinct(candidates, most) {
      const found = new Map<string, Candidate>();
      for (const candidate of candidates) {
        if (found.size >= most) break;
        const sketch = sketchOf(candidate);
        if (!known.has(sketch) && !found.has(sketch)) found.set(sketch, candidate);
      }
      return [...found.values()];
    },
  };
}
