/**
 * Whether a value is as a scenario expects it: an object has at least the expected keys, a list exactly the expected
 * items. `{"$absent": true}` is no value.
 * @param {unknown} actual @param {unknown} expected @param {string} [path]
 * @returns {string | undefined} the first difference
 */
export function differenceOf(actual, expected, path = 'it') {
  if (Array.isArray(expected)) return differenceOfLists(actual, expected, path);
  if (typeof expected !== 'object' || expected === null) {
    return actual === expected ? undefined : `${path} is ${shown(actual)} instead of ${shown(expected)}`;
  }
  if ('$absent' in expected) return actual === undefined ? undefined : `${path} is ${shown(actual)} instead of absent`;
  if (typeof actual !== 'object' || actual === null) return `${path} is ${shown(actual)}, no object`;
  const values = /** @type {Record<string, unknown>} */ (actual);
  return firstOf(Object.entries(expected), ([key, value]) => differenceOf(values[key], value, `${path}.${key}`));
}

/** @param {unknown} actual @param {readonly unknown[]} expected @param {string} path */
function differenceOfLists(actual, expected, path) {
  if (!Array.isArray(actual)) return `${path} is ${shown(actual)}, no list`;
  if (actual.length !== expected.length) {
    return `${path} has ${String(actual.length)} items instead of ${String(expected.length)}: ${shown(actual)}`;
  }
  return firstOf([...expected.entries()], ([at, value]) => differenceOf(actual[at], value, `${path}[${String(at)}]`));
}

/** @template Item @param {readonly Item[]} items @param {(item: Item) => string | undefined} find */
function firstOf(items, find) {
  for (const item of items) {
    const found = find(item);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** @param {unknown} value */
const shown = (value) => (value === undefined ? 'absent' : JSON.stringify(value)).slice(0, 500);
