/** Without case and accents, as users type names. */
const plain = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLocaleLowerCase();

/**
 * How well a name fits what was typed: 0 if it begins with it, 1 if one of its words does, 2 if it contains it; 1 or 2 also if
 * words do with each part of it, in any order.
 * @returns undefined if it does not fit
 */
export function fitOf(name: string, typed: string): number | undefined {
  const [text, query] = [plain(name), plain(typed.trim())];
  if (text.startsWith(query)) return 0;
  const at = text.indexOf(query);
  if (at === -1) return fitOfParts(text, query.split(/\s+/));
  return /[\p{L}\p{N}]/u.test(text.charAt(at - 1)) && !text.includes(` ${query}`) ? 2 : 1;
}

function fitOfParts(text: string, parts: readonly string[]): number | undefined {
  if (parts.length < 2) return undefined;
  const fits = parts.map((part) => fitOf(text, part));
  return fits.includes(undefined) ? undefined : Math.max(1, ...fits.map((fit) => fit ?? 0));
}

/** The items whose names fit, the best first; those that fit alike stay in their order. */
export function fitting<Item>(
  items: readonly Item[],
  typed: string,
  nameOf: (item: Item) => string,
  most: number,
): Item[] {
  const fits = items.flatMap((item) => {
    const fit = fitOf(nameOf(item), typed);
    return fit === undefined ? [] : [{ item, fit }];
  });
  return fits
    .toSorted((one, other) => one.fit - other.fit)
    .slice(0, most)
    .map(({ item }) => item);
}
