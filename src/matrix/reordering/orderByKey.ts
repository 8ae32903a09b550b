/**
 * The elements of `items` by ascending key, equal keys in their present order (counting sort). Without `items`, all
 * indices of `keys`. Keys are below `keyCount`.
 */
export function orderByKey(keys: Int32Array, keyCount: number, items?: Int32Array): Int32Array {
  const count = items ? items.length : keys.length;
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
