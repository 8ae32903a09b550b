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
  return {
    note: ({ graph }) => void known.add(space.sketch(graph)),
    has: ({ graph }) => known.has(space.sketch(graph)),
    distinct(candidates, most) {
      const found = new Map<string, Candidate>();
      for (const candidate of candidates) {
        if (found.size >= most) break;
        const sketch = space.sketch(candidate.graph);
        if (!known.has(sketch) && !found.has(sketch)) found.set(sketch, candidate);
      }
      return [...found.values()];
    },
  };
}
