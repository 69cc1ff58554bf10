/** The digits and points of the shortest number that a double may not keep. */
const MANY_DIGITS = 16;
const SMALL_EXPONENT = /\d[eE]-\d{3}/;
/** The strings and numbers of a text that is valid JSON. */
const STRINGS_AND_NUMBERS = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d[\d.eE+-]*/g;
const NUMBER = /^-?(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/;
/** A JSON number beyond all doubles, which is parsed as Infinity. */
const OUT_OF_RANGE = '1e999';

/**
 * Whether a JSON text may have a number that `JSON.parse` changes. Nearly all texts have none; digits within a string
 * count too.
 */
export const mayLoseDigits = (text: string): boolean =>
  hasManyDigits(text) || ((text.includes('e-') || text.includes('E-')) && SMALL_EXPONENT.test(text));

/** Looks at every sixteenth character, which measured a quarter of the time of a regular expression. */
function hasManyDigits(text: string): boolean {
  for (let at = MANY_DIGITS - 1; at < text.length; at += MANY_DIGITS) {
    if (!isDigit(text, at)) continue;
    let first = at;
    while (isDigit(text, first - 1)) first -= 1;
    let last = at;
    while (isDigit(text, last + 1) && last - first < MANY_DIGITS) last += 1;
    if (last - first >= MANY_DIGITS - 1) return true;
  }
  return false;
}

/** Whether the character is a digit or a point; false before and after the text. */
function isDigit(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return (code >= 48 && code <= 57) || code === 46;
}

/**
 * As `JSON.parse`, but a number that a double cannot keep, such as 9007199254740993, is Infinity: every rule of fields
 * refuses that, in the place where it is used, and fields that nobody reads stay ignored. A reviver of Node.js 20 does
 * not get the text of a number, and a parser in JavaScript costs far more than parsing natively once more.
 * @throws SyntaxError as `JSON.parse`
 */
export function parseExactly(text: string): unknown {
  const value: unknown = JSON.parse(text);
  if (!mayLoseDigits(text)) return value;
  // Linear, because the text is valid JSON: every string in it ends.
  const marked = text.replace(STRINGS_AND_NUMBERS, (token) =>
    token.startsWith('"') || !mayLoseDigits(token) || isKept(token) ? token : OUT_OF_RANGE,
  );
  return marked === text ? value : JSON.parse(marked);
}

/** Whether the number is the one that JavaScript, and so every client, writes for its double. */
export function isKept(number: string): boolean {
  const written = String(Number(number));
  return written === number || decimalOf(written) === decimalOf(number);
}

/** The digits without zeros at the ends, and the power of ten: the same for all texts of one number. */
function decimalOf(number: string): string {
  const [, whole = '', fraction = '', exponent = '0'] = NUMBER.exec(number) ?? [];
  const digits = `${whole}${fraction}`.replace(/^0+/, '');
  const significant = withoutLastZeros(digits);
  if (significant === '') return '0';
  const power = Number(exponent) - fraction.length + digits.length - significant.length;
  return `${number.startsWith('-') ? '-' : ''}${significant}e${String(power)}`;
}

/** A regular expression for the zeros at the end would look at the other zeros again and again. */
function withoutLastZeros(digits: string): string {
  let end = digits.length;
  while (digits[end - 1] === '0') end -= 1;
  return digits.slice(0, end);
}
