/**
 * A pure function of an object that is computed once for each object and forgotten with it. A search builds many graphs
 * of one matrix, and what takes a pass over all entries need not be found again for each.
 */
export function oncePer<K extends object, T>(compute: (key: K) => T): (key: K) => T {
  const known = new WeakMap<K, { readonly result: T }>();
  return (key) => {
    let entry = known.get(key);
    if (!entry) {
      entry = { result: compute(key) };
      known.set(key, entry);
    }
    return entry.result;
  };
}
