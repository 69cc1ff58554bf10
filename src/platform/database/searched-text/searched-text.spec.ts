import fc from 'fast-check';

import { searchedText } from './searched-text.js';

describe('searchedText', () => {
  it.each([
    ['', ' '],
    ['Hello, World!', ' hello world '],
    ['Größe: Ça_va?', ' grosse ca va '],
    ['中文字, iPhone手机', ' 中 文 字 iphone 手 机 '],
    ['a\u0000b\u00011', ' a b 1 '],
    ['한국 e\u0301', ' 한 국 e '],
    ['🎉👍🏽 party', ' party '],
    ['วันนี้อากาศดีมาก', ' วนนอากาศดมาก '],
    ['ดูtv北京ภาษา', ' ด tv 北 京 ภาษา '],
    ['བོད་ཡིག', ' བད ཡག '],
  ])('turns %j into %j', (original, text) => expect(searchedText(original).text).toBe(text));

  it('maps every code unit to a range of the original, in order, and to no half of a surrogate pair', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 80 }), (original) => {
        const { text, from, to } = searchedText(original);
        expect([from.length, to.length]).toEqual([text.length, text.length]);
        for (let at = 0; at < text.length; at += 1) {
          expect(from[at]).toBeLessThanOrEqual(to[at]!);
          expect(from[at]).toBeGreaterThanOrEqual(at === 0 ? 0 : from[at - 1]!);
          expect(original.slice(from[at], to[at]).isWellFormed()).toBe(true);
        }
      }),
    );
  });

  it('does not change a text that is its own result', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 80 }), (original) => {
        const { text } = searchedText(original);
        expect(searchedText(text).text).toBe(text);
      }),
    );
  });
});
