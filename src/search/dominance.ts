import { type SearchTrial, timeOf } from './history.js';
import type { Features } from './space.js';

/** Which parameter values lose wherever they were compared, learned from the trials. */
export interface Dominance {
  add(trial: SearchTrial): void;
  /** True when a parameter of these features has a value that lost every fair comparison. */
  dominated(features: Features): boolean;
}

interface Score {
  comparisons: number;
  lost: number;
  readonly structures: Set<string>;
}

/** Fewest comparisons, over at least two structures, to call a value dominated; and by how much each must be lost. */
const fewestComparisons = 4;
const lossRatio = 1.1;

/** A fair comparison is between two kernels of one structure that differ in one parameter. */
export function createDominance(): Dominance {
  const byStructure = new Map<string, SearchTrial[]>();
  const scores = new Map<string, Score>();

  const note = (key: string, structure: string, lost: boolean) => {
    const score = scores.get(key) ?? { comparisons: 0, lost: 0, structures: new Set() };
    scores.set(key, score);
    score.comparisons++;
    score.structures.add(structure);
    if (lost) score.lost++;
  };

  return {
    add(trial) {
      const time = timeOf(trial);
      if (time === undefined) return;
      const siblings = byStructure.get(trial.structure) ?? [];
      byStructure.set(trial.structure, siblings);
      for (const sibling of siblings) {
        const name = onlyDifference(trial.features, sibling.features);
        if (name === undefined) continue;
        const ratio = time / timeOf(sibling)!;
        note(`${name}=${trial.features[name]}`, trial.structure, ratio > lossRatio);
        note(`${name}=${sibling.features[name]}`, trial.structure, 1 / ratio > lossRatio);
      }
      siblings.push(trial);
    },
    dominated: (features) =>
      parameters(features).some((name) => {
        const score = scores.get(`${name}=${features[name]}`);
        if (!score || score.comparisons < fewestComparisons || score.structures.size < 2) return false;
        return score.lost === score.comparisons;
      }),
  };
}

function parameters(features: Features): string[] {
  return Object.keys(features).filter((name) => !/^(op|matrix|estimate)\./.test(name));
}

function onlyDifference(a: Features, b: Features): string | undefined {
  const differing = parameters({ ...a, ...b }).filter((name) => a[name] !== b[name]);
  return differing.length === 1 ? differing[0] : undefined;
}
