import type { MetadataSet } from '../metadata/metadataSet.js';
import { applyNode, type Step } from './apply.js';
import { nodeKey } from './identity.js';

/** Results of the younger generation; as many older ones are kept. A sample's metadata takes some 30 kB. */
const mostYoung = 512;

/**
 * Applies nodes and remembers what they made. The graphs of a search differ in a node or two, so that most of each was
 * applied before; and since what is remembered is the same object, what follows from a leaf can be remembered with it.
 */
export function rememberingStep(step: Step = applyNode): Step {
  const ids = new WeakMap<MetadataSet, number>();
  let count = 0;
  const idOf = (metadata: MetadataSet): number => {
    const id = ids.get(metadata) ?? ++count;
    ids.set(metadata, id);
    return id;
  };
  let young = new Map<string, ReturnType<Step>>();
  let old = young;
  return (node, metadata) => {
    const key = `${idOf(metadata)} ${nodeKey(node)}`;
    const result = young.get(key) ?? old.get(key) ?? step(node, metadata);
    young.set(key, result);
    // What was not asked for since the last time is forgotten.
    if (young.size > mostYoung) [old, young] = [young, new Map()];
    return result;
  };
}
