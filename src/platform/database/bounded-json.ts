/** The largest `MAX_JSON_BYTES` is 1 MiB. A number takes up to four times its length, and jsonb adds blanks. */
const LARGEST_BYTES = 5 * 1_048_576;
/** Five times the default of `MAX_JSON_BYTES`. A shorter value is not searched, which takes milliseconds. */
const SMALL_BYTES = 40_960;
/** A delivery of the default limits is shorter: it quotes up to three messages, each of up to a frame. */
const SMALL_DELIVERY_BYTES = 1_048_576;

/** In SQL: no number in a jsonb column has 25 consecutive digits. Strings are not searched. */
const hasShortNumbers = (column: string): string =>
  String.raw`regexp_replace(${column}::text, '"(?:[^"\\]|\\.)*"', '', 'g') !~ '[0-9]{25}'`;

/** The CHECK of a jsonb column with an object of a client. */
export const boundedJson = (column: string): string =>
  `(octet_length(${column}::text) <= ${String(SMALL_BYTES)} OR ` +
  `octet_length(${column}::text) <= ${String(LARGEST_BYTES)} AND ${hasShortNumbers(column)})`;

/** The same for deliveries of webhooks, which quote such objects. */
export const boundedDelivery = (column: string): string =>
  `(octet_length(${column}::text) <= ${String(SMALL_DELIVERY_BYTES)} OR ${hasShortNumbers(column)})`;
