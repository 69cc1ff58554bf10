/** An address becomes a link by itself, with the signs in it. */
const ADDRESS = /(https?:\/\/[\w./?=&%#:@+,;~-]*[\w/])/i;
/** Signs that begin or end a format wherever they stand. */
const SIGNS = /[\\`*~[\]]/g;
/** An underscore inside a word is one. */
const UNDERSCORES = /(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu;
/** An address in angle brackets would be a link. */
const ANGLES = /<(?=[a-z])/gi;
/** Characters that begin a quote or a list at the beginning of a line. */
const BEGINNINGS = /^(\s*)(>|[-+](?=\s|$))/gm;
const NUMBERS = /^(\s*\d{1,9})([.)])(?=\s|$)/gm;

/** A text as it is written in our Markdown, so that it is shown as it is. */
export const escaped = (text: string): string =>
  text
    .split(ADDRESS)
    .map((part, at) => (at % 2 === 1 ? part : withoutAddress(part)))
    .join('');

const withoutAddress = (text: string): string =>
  text
    .replace(SIGNS, String.raw`\$&`)
    .replace(UNDERSCORES, String.raw`\_`)
    .replace(ANGLES, String.raw`\<`)
    .replace(BEGINNINGS, String.raw`$1\$2`)
    .replace(NUMBERS, String.raw`$1\$2`);
