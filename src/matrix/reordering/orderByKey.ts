/**
 * The elements of `items` by ascending key, equal keys in their present order. Without `items`, all indices of `keys`.
 * Keys are below `keyCount`. A counting sort, except for a few items with keys from a wide range: to clear and walk a
 * table of all keys would take longest.
 */
export function orderByKey(keys: Int32Array, keyCount: number, items?: Int32Array): Int32Array {
  const count = items ? items.length : keys.length;
  if (count * 32 < keyCount) return (items?.slice() ?? keys.map((_, i) => i)).sort((a, b) => keys[a] - keys[b]);
  const next = new Int32Array(keyCount + 1);
  for (let i = 0; i < count; i++) next[keys[items ? items[i] : i] + 1]++;
  for (let k = 0; k < keyCount; k++) next[k + 1] += next[k];
  const ordered = new Int32Array(count);
  for (let i = 0; i < count; i++) {
    const item = items ? items[i] : i;
    ordered[next[keys[item]]++] = item;
  }
  return ordered;
}
