/** The parts of an address below the page: `/admin/users/ada?x=1` has `users` and `ada`. */
export function partsOf(pathname: string, base: string): readonly string[] {
  const below = pathname.startsWith(base) ? pathname.slice(base.length) : '';
  return below.split('/').filter(Boolean).map(decodedPart);
}

function decodedPart(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** A path of the parts, each of which may have any character: `users/a%2Fb`. */
export const pathOf = (...parts: readonly string[]): string => parts.map(encodeURIComponent).join('/');

export type QueryValues = Readonly<Record<string, string | number | null | undefined>>;

/** A path with a query of the values that are not empty. */
export function withQuery(path: string, values: QueryValues): string {
  const given = Object.entries(values).flatMap(([name, value]) =>
    value === undefined || value === null || value === '' ? [] : [[name, String(value)]],
  );
  const query = new URLSearchParams(given).toString();
  return query === '' ? path : `${path}${path.includes('?') ? '&' : '?'}${query}`;
}
