import fc from 'fast-check';

import { fragmentsOf } from './fragments.js';
import { searchWords } from './search-query.js';

/** The fragments of a text, with brackets around the matches. */
const marked = (content: string, query: string): string[] =>
  fragmentsOf(content, searchWords(query, 1_000)).map(({ text, matches }) =>
    matches
      .toReversed()
      .reduce((rest, [start, end]) => `${rest.slice(0, start)}[${rest.slice(start, end)}]${rest.slice(end)}`, text),
  );

const far = (words: number): string => 'lorem ipsum '.repeat(words / 2);

describe('fragmentsOf', () => {
  it.each([
    ['Meet me tomorrow', 'meet row', ['[Meet] me tomor[row]']],
    ['Die Übergröße der Straße', 'ubergroße', ['Die [Übergröße] der Straße']],
    ['cafe\u0301s', 'café', ['[cafe\u0301]s']],
    ['no, note: a nose', 'no', ['[no], [no]te: a [no]se']],
    ['我们用中文写字', '中文', ['我们用[中文]写字']],
    ['a 中 文', '文', ['a 中 [文]']],
    ['哈哈哈', '哈', ['[哈][哈][哈]']],
    ['the theme', 'the them', ['[the] [them]e']],
    ['İstanbul’da', 'istanbul', ['[İstanbul]’da']],
    ['👩‍🚀 rocket 🚀', 'rock', ['👩‍🚀 [rock]et 🚀']],
    ['<b>bold</b>', 'bold', ['<b>[bold]</b>']],
    ['ﬁne', 'fine', ['[ﬁne]']],
  ])('returns for %j, searched for %j, %j', (content, query, fragments) => {
    expect(marked(content, query)).toEqual(fragments);
  });

  it('returns parts of a long text with context around the match, cut between words', () => {
    const fragments = marked(`${far(60)}needle ${far(60)}`, 'needle');
    expect(fragments).toHaveLength(1);
    expect(fragments[0]).toMatch(/^(lorem|ipsum) .*\[needle\].* (lorem|ipsum)$/);
    expect(fragments[0]!.length).toBeLessThan(200);
  });

  it('returns at most three parts, which contain every word before a repeated one', () => {
    const content = `${`here ${far(40)}`.repeat(5)} there ${far(40)} here`;
    const fragments = marked(content, 'here there');
    expect(fragments).toHaveLength(3);
    expect(fragments.join()).toContain('[there]');
  });

  it('returns one part if the matches are close together', () => {
    expect(marked(`${far(60)}one ${far(2)}two ${far(60)}`, 'one two')).toHaveLength(1);
  });

  it('returns the beginning of a text without a match', () => {
    const [fragment, ...more] = fragmentsOf(far(100), searchWords('other', 1));
    expect(more).toEqual([]);
    expect(fragment!.matches).toEqual([]);
    expect(far(100).startsWith(fragment!.text)).toBe(true);
  });

  it('returns unchanged parts of the text that contain a match', () => {
    const words = fc.constantFrom(
      'alpha',
      'Beta',
      'γάμμα',
      '中文',
      'Größe',
      '🎉',
      'a',
      'x y',
      'ab',
      '\n',
      ' '.repeat(30),
    );
    fc.assert(
      fc.property(fc.array(words, { maxLength: 80 }), (all) => {
        const content = `${all.join(' ')} alpha ${all.join('')}`;
        const fragments = fragmentsOf(content, searchWords('alpha', 1));
        expect(fragments.flatMap(({ matches }) => matches).length).toBeGreaterThan(0);
        for (const { text, matches } of fragments) {
          expect(content).toContain(text);
          expect(text.isWellFormed()).toBe(true);
          for (const [start, end] of matches) expect(text.slice(start, end)).toBe('alpha');
        }
      }),
    );
  });
});
