/** The members of a class of a regular expression, with the flag `u` or `v`: all characters of these scripts. */
const scripts = (...names: readonly string[]): string => names.map((name) => String.raw`\p{Script=${name}}`).join('');

/** Letters of scripts that are written without spaces between words. */
const UNSPACED_LETTERS =
  scripts('Thai', 'Lao', 'Khmer', 'Myanmar', 'Tibetan', 'Javanese', 'Balinese') +
  scripts('Tai_Le', 'New_Tai_Lue', 'Tai_Tham', 'Tai_Viet', 'Ahom');

/** Characters of scripts that are written without spaces between words; Korean has spaces. */
export const UNSPACED = scripts('Han', 'Hiragana', 'Katakana', 'Bopomofo', 'Yi') + UNSPACED_LETTERS;
