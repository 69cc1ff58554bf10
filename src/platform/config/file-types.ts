import { makeValidator } from 'envalid';

import { listOf, WrongValue } from './parsers.js';

/** A type, all types of a kind, or the ending of a name. */
const FILE_TYPE = /^(?:[a-z0-9][\w!#$&^.+-]*\/(?:\*|[a-z0-9][\w!#$&^.+-]*)|(?:\.[\w+-]+)+)$/;

/** Types of files and endings of names, in lower case, separated by commas. */
export const fileTypeList = makeValidator<string[]>((raw) => {
  const types = listOf(raw.toLowerCase()).filter((type) => type !== '');
  if (types.every((type) => FILE_TYPE.test(type))) return types;
  throw new WrongValue(
    'must be types such as application/zip or video/*, or endings such as .exe, separated by commas',
  );
});
