/** The ASCII digit with the value of a digit of any script: the digits of a script follow one another, from zero. */
function asciiDigit(digit: string): string {
  const code = digit.codePointAt(0) ?? 0;
  let zero = code;
  while (code - zero < 9 && /^\p{Nd}$/u.test(String.fromCodePoint(zero - 1))) zero -= 1;
  return String(code - zero);
}

/** A code as it is compared, however its digits, letters and groups were typed or copied: `123 456` is `123456`. */
export const typedCode = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/[^\0-\x7f]/gu, (character) => (/\p{Nd}/u.test(character) ? asciiDigit(character) : ''))
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '');
