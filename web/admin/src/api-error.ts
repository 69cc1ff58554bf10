import type { FieldReasons } from '../../src/field-reasons.js';

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

const words = (field: string): string => {
  const name = (field.split('.').at(-1) ?? field).replaceAll('_', ' ');
  return name.charAt(0).toUpperCase() + name.slice(1);
};

/** Reasons as one text: `Username: This field is required.` */
export const reasonsText = (reasons: FieldReasons): string =>
  Object.entries(reasons)
    .map(([field, texts]) => `${words(field)}: ${texts.join(' ')}`)
    .join(' ');
