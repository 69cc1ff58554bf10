import fc from 'fast-check';

import { searchedText } from '../../platform/database/searched-text/searched-text.js';
import { searchWords } from './search-query.js';

const MANY = 1_000;

const partsOf = (query: string): string[] => searchWords(query, MANY).map(({ part }) => part);

describe('searchWords', () => {
  it.each([
    ['meeting tomorrow', ['meeting', 'tomorrow']],
    ['to be or not to be', [' to', ' be', ' or', 'not']],
    ['Übergröße CAFÉ', ['ubergrosse', 'cafe']],
    ['Cafe\u0301 ﬁne ＡＢＣ', ['cafe', 'fine', 'abc']],
    ['ΣΊΣΥΦΟΣ', ['σισυφοσ']],
    ['100% a_b c\\d "e" f-g', ['100', ' a', ' b', ' c', ' d', ' e', ' f', ' g']],
    ['ada@example.com', ['ada', 'example', 'com']],
    ['中文', [' 中 文 ']],
    ['中 文', [' 中 ', ' 文 ']],
    ['iPhone手机', ['iphone', ' 手 机 ']],
    ['ｶﾞ한', [' ガ 한 ']],
    ['🎉 party 👩‍🚀', ['party']],
    ['हिन्दी', ['हनद']],
    ['ดี อากาศ ใช้iPhone', ['ด', 'อากาศ', 'ใช', 'iphone']],
    ['كَتَبَ أكل שָׁלוֹם', ['كتب', 'اكل', 'שלום']],
    ['İSTANBUL ısı ŁÓDŹ Straẞe', ['istanbul', 'isi', 'lodz', 'strasse']],
    ['Wör\u00adter ok\ufe0f می\u200cخواهم', ['worter', ' ok', 'میخواهم']],
    ['½', [' 1', ' 2']],
  ])('turns %j into %j', (query, parts) => expect(partsOf(query)).toEqual(parts));

  it.each(['%', '__', '🎉', ' ', '\\', '"\'', '\u0000\u0001', '。、', '\u200d\ufe0f', '\u0301'])(
    'rejects %j, which contains no word',
    (query) => expect(() => searchWords(query, MANY)).toThrow(expect.objectContaining({ code: 4003 }) as Error),
  );

  it('rejects more different words than are allowed', () => {
    expect(searchWords('one two two three 三', 4)).toHaveLength(4);
    expect(() => searchWords('one two three four five', 4)).toThrow(
      expect.objectContaining({ code: 4003, detail: { query: ['Must contain at most 4 words.'] } }) as Error,
    );
  });

  it('returns no characters with a meaning in LIKE, and none that the database cannot store', () => {
    const unit = fc.constantFrom('%', '_', '\\', "'", '"', '$', '\0', '\u0001', ' ', '％', '＿', '＼', 'a', 'é', '中');
    fc.assert(
      fc.property(fc.string({ unit }), (text) => {
        for (const { part, whole } of searchWords(`${text} a`, MANY)) {
          expect(part + whole).not.toMatch(/[%_\\'"$\0\u0001]/);
        }
      }),
    );
  });

  it('returns words that occur in the text of the query and in any longer text', () => {
    const texts = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 60 });
    fc.assert(
      fc.property(texts, texts, (query, around) => {
        const { text } = searchedText(`${around} ${query} ${around}`);
        for (const { part, whole } of searchWords(`${query} a`, MANY).filter((word) => word.whole !== ' a ')) {
          expect(text).toContain(part);
          expect(whole).toContain(part);
          expect(text).toContain(whole);
        }
      }),
    );
  });
});
