/**
 * The members of a class of a regular expression, with the flag `u` or `v`: all characters of scripts by their codes.
 */
const scripts = (codes: string): string => codes.replace(/\w+/g, String.raw`\p{sc=$&}`).replaceAll(' ', '');

/**
 * Characters of scripts that are written without spaces between words: Chinese and Japanese, Bopomofo, Yi, Thai, Lao,
 * Khmer, Myanmar, Tibetan, Javanese, Balinese, Tai Le, New Tai Lue, Tai Tham, Tai Viet, Ahom. Korean has spaces.
 */
export const UNSPACED = scripts('Hani Hira Kana Bopo Yiii Thai Laoo Khmr Mymr Tibt Java Bali Tale Talu Lana Tavt Ahom');
