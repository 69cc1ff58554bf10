import fc from 'fast-check';

import { fragmentsOf } from './fragments.js';
import { soughtWords } from './sought-word.js';

/** The fragments of a text, with brackets around what was found in them. */
const marked = (content: string, query: string): string[] =>
  fragmentsOf(content, soughtWords(query)).map(({ text, matches }) =>
    matches
      .toReversed()
      .reduce((rest, [start, end]) => `${rest.slice(0, start)}[${rest.slice(start, end)}]${rest.slice(end)}`, text),
  );

const far = (words: number): string => 'lorem ipsum '.repeat(words / 2);

describe('the fragments of a message', () => {
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
  ])('of %j, searched for %j, are %j', (content, query, fragments) => {
    expect(marked(content, query)).toEqual(fragments);
  });

  it('are parts of it where it is long, with something around, cut between words', () => {
    const fragments = marked(`${far(60)}needle ${far(60)}`, 'needle');
    expect(fragments).toHaveLength(1);
    expect(fragments[0]).toMatch(/^(lorem|ipsum) .*\[needle\].* (lorem|ipsum)$/);
    expect(fragments[0]!.length).toBeLessThan(200);
  });

  it('show each word before any of them again, and no more than three parts', () => {
    const content = `${`here ${far(40)}`.repeat(5)} there ${far(40)} here`;
    const fragments = marked(content, 'here there');
    expect(fragments).toHaveLength(3);
    expect(fragments.join()).toContain('[there]');
  });

  it('are one where what was found is close together', () => {
    expect(marked(`${far(60)}one ${far(2)}two ${far(60)}`, 'one two')).toHaveLength(1);
  });

  it('are its beginning where nothing is found any more', () => {
    const [fragment, ...more] = fragmentsOf(far(100), soughtWords('other'));
    expect(more).toEqual([]);
    expect(fragment!.matches).toEqual([]);
    expect(far(100).startsWith(fragment!.text)).toBe(true);
  });

  it('are parts of the text as it is, and of each word that is in it one match is shown', () => {
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
        const fragments = fragmentsOf(content, soughtWords('alpha'));
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
