import { createHash, randomBytes } from 'node:crypto';

const COUNT = 10;
const BYTES = 10;
/** Without letters and digits that look alike. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789';
const LENGTH = 16;

/** New recovery codes, in groups of four characters, with about 79 random bits each. */
export const newRecoveryCodes = (): string[] => Array.from({ length: COUNT }, newCode);

function newCode(): string {
  let code = '';
  while (code.length < LENGTH) {
    // Bytes beyond the last multiple of the alphabet would make its first characters more frequent.
    for (const byte of randomBytes(BYTES * 2)) {
      if (byte < 256 - (256 % ALPHABET.length)) code += ALPHABET.charAt(byte % ALPHABET.length);
    }
  }
  return (code.slice(0, LENGTH).match(/.{4}/g) ?? []).join('-');
}

/** The stored form of a code, however the user has typed its letters and groups. */
export const recoveryCodeHash = (code: string): string => createHash('sha256').update(typedCode(code)).digest('hex');

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
