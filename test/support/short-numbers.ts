/** The JSON of a value, in which 1e20 takes four characters: `JSON.stringify` writes it in full. */
export const withShortNumbers = (value: object): string =>
  JSON.stringify(value).replaceAll('100000000000000000000', '1e20');
