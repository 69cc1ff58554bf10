/** Why the service refused values of a request, by the names of its fields. */
export type FieldReasons = Readonly<Record<string, readonly string[]>>;

const isReasons = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((reason) => typeof reason === 'string');

/** The reasons by field in the body of a refused request; empty if the body has none. */
export function reasonsIn(body: unknown): FieldReasons {
  if (typeof body !== 'object' || body === null) return {};
  const entries = Object.entries(body).filter((entry): entry is [string, readonly string[]] => isReasons(entry[1]));
  return Object.fromEntries(entries);
}
