import { recoveryCodeHash, typedCode } from './recovery-codes.js';

it.each([
  '123 456',
  ' 123456\n',
  '123-456',
  '123\u00a0456',
  '123\u202f456',
  '123\u2011456',
  '123–456',
  '12 34 56',
  '123\u200b456',
  '１２３４５６',
  '١٢٣٤٥٦',
  '۱۲۳ ۴۵۶',
  '१२३४५६',
  '𝟏𝟐𝟑𝟒𝟓𝟔',
  '\u202a123456\u202c',
])('%j is the code 123456', (text) => expect(typedCode(text)).toBe('123456'));

it('a recovery code is the same in every spelling, and another one is not', () => {
  const hashes = ['abcd-efgh', 'ABCD EFGH', 'abcdefgh', 'ａｂｃｄ‐efgh'].map(recoveryCodeHash);
  expect(new Set(hashes).size).toBe(1);
  expect(hashes).not.toContain(recoveryCodeHash('abcd-efgj'));
});
