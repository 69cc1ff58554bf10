/** Why the service refused values of a request, by the names of its fields. */
export type FieldReasons = Readonly<Record<string, readonly string[]>>;

/** The service has refused a request, or cannot be reached. */
export class ApiError extends Error {
  constructor(
    /** 0: the service cannot be reached. */
    readonly status: number,
    detail: string,
    /** The code of the refusal; empty: it has none. */
    readonly code = '',
    /** The fields whose values were refused. */
    readonly fields: FieldReasons = {},
  ) {
    super(detail);
  }
}

const isReasons = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((reason) => typeof reason === 'string');

/** The reasons by field in the body of a refused request; empty if the body has none. */
export function reasonsIn(body: unknown): FieldReasons {
  if (typeof body !== 'object' || body === null) return {};
  const entries = Object.entries(body).filter((entry): entry is [string, readonly string[]] => isReasons(entry[1]));
  return Object.fromEntries(entries);
}

const words = (field: string): string => {
  const name = (field.split('.').at(-1) ?? field).replaceAll('_', ' ');
  return name.charAt(0).toUpperCase() + name.slice(1);
};

/** Reasons as one text: `Username: This field is required.` */
export const reasonsText = (reasons: FieldReasons): string =>
  Object.entries(reasons)
    .map(([field, texts]) => `${words(field)}: ${texts.join(' ')}`)
    .join(' ');
