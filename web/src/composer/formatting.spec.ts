import fc from 'fast-check';

import { codeBlock, link, wrapper } from './formatting.js';
import type { Formatter } from './formatting.js';

interface Selected {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

function formatted({ text, start, end }: Selected, format: Formatter): Selected {
  const { from, to, by, selection } = format(text, start, end);
  const [newStart, newEnd] = selection;
  return { text: text.slice(0, from) + by + text.slice(to), start: newStart, end: newEnd };
}

/** A text whose selection is in brackets. */
const read = (marked: string): Selected => ({
  text: marked.replaceAll(/[⟨⟩]/g, ''),
  start: marked.indexOf('⟨'),
  end: marked.indexOf('⟩') - 1,
});

const written = ({ text, start, end }: Selected): string =>
  `${text.slice(0, start)}⟨${text.slice(start, end)}⟩${text.slice(end)}`;

const FORMATS = {
  bold: wrapper('**'),
  italic: wrapper('_'),
  strike: wrapper('~~'),
  code: wrapper('`'),
  codeBlock,
  link,
};

it.each([
  ['bold', 'a ⟨b⟩ c', 'a **⟨b⟩** c'],
  ['bold', 'a⟨ b ⟩c', 'a **⟨b⟩** c'],
  ['bold', 'a **⟨b⟩** c', 'a ⟨b⟩ c'],
  ['bold', 'a ⟨**b**⟩ c', 'a ⟨b⟩ c'],
  ['bold', 'a ⟨⟩', 'a **⟨⟩**'],
  ['italic', '**⟨a⟩**', '**_⟨a⟩_**'],
  ['strike', '⟨a⟩', '~~⟨a⟩~~'],
  ['code', '⟨a⟩', '`⟨a⟩`'],
  ['codeBlock', 'a\nb⟨b\nc⟩c\nd', 'a\n```\n⟨bb\ncc⟩\n```\nd'],
  ['codeBlock', 'a\n```\nb⟨⟩\n```', 'a\n⟨b⟩'],
  ['codeBlock', '⟨⟩', '```\n⟨⟩\n```'],
  ['link', 'see ⟨it⟩', 'see [it](⟨⟩)'],
  ['link', '⟨https://a.example⟩', '[⟨⟩](https://a.example)'],
  ['link', 'see [it](⟨⟩)', 'see ⟨it⟩'],
] as const)('%s changes %j to %j', (name, before, after) => {
  expect(written(formatted(read(before), FORMATS[name]))).toBe(after);
});

it('a format that is applied twice leaves the text as it was', () => {
  const texts = fc.string({ unit: fc.constantFrom('a', 'b', ' ', '\n', '(', '>', '🦜') });
  const places = fc.tuple(texts, fc.nat(), fc.nat()).map(([text, one, other]) => {
    const [start = 0, end = 0] = [one, other].map((at) => at % (text.length + 1)).toSorted((a, b) => a - b);
    return { text, start, end };
  });
  fc.assert(
    fc.property(places, fc.constantFrom(...Object.values(FORMATS)), (place, format) => {
      const once = formatted(place, format);
      expect(once.text).not.toBe(place.text);
      const twice = formatted(once, format);
      expect(twice.text).toBe(place.text);
      expect(formatted(twice, format)).toEqual(once);
    }),
    { numRuns: 1_000 },
  );
});
