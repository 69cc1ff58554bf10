/** Words that say nothing about a declaration. */
const STOP_WORDS = new Set(
  (
    'a an and any all are as at be been by each every for from had has have in is it its of on one or some that the their ' +
    'them these this those to was were which who whose with'
  ).split(' '),
);

/** Words before the name of a declaration. */
const MODIFIERS =
  '(?:(?:export|default|declare|abstract|public|private|protected|static|readonly|override|async|get|set|const|let|var|' +
  'function\\*?|class|interface|type|enum)\\s+)*';

/** A block, its indentation, and the rest of its last line. */
const BLOCK = /(?<=^|\n)([ \t]*)\/\*\*((?:(?!\*\/)[^])*)\*\/[ \t]*([^\n]*)/g;

const NAME = new RegExp(`^\\s*${MODIFIERS}['"#]?([A-Za-z_$][\\w$-]*)`);

const wordsOf = (text: string): string[] =>
  [...text.matchAll(/[A-Z]?[a-z]+|[A-Z]+(?![a-z])|\d+|[^\x00-\x7f]+/g)].map(([word]) => word.toLowerCase());

function stemOf(word: string): string {
  const stem = word.replace(/(?<=\w{3})(?:ations?|ions?|ings?|ers?|ors?|ied|ies|ed|es|s|e|y)$/, '');
  return stem.replace(/(?<=\w\w)([b-df-hj-np-tv-z])\1$/, '$1');
}

/** The first line after the block with the same indentation, except for decorators. */
function declarationAfter(following: string, indentation: string): string {
  const lines = following.split('\n', 30).slice(1);
  return lines.find((line) => line.startsWith(indentation) && /^[\w$#'"]/.test(line.slice(indentation.length))) ?? '';
}

/**
 * The doc blocks of a source whose words only repeat the name of the declared thing. Stop words do not count, and forms
 * of one word are the same. Blocks with tags or links are not judged.
 * @returns the line of each block, with its text and the name
 */
export function repeatingBlocks(source: string): string[] {
  return [...source.matchAll(BLOCK)].flatMap(
    ({ 0: block, 1: indentation = '', 2: inner = '', 3: rest = '', index }) => {
      const text = inner
        .replace(/^\s*\*/gm, '')
        .replace(/\s+/g, ' ')
        .trim();
      if (/@\w/.test(text)) return [];
      const declaration = rest === '' ? declarationAfter(source.slice(index + block.length), indentation) : rest;
      const name = NAME.exec(declaration)?.[1];
      if (name === undefined) return [];
      const stems = new Set(wordsOf(name).map(stemOf));
      const words = wordsOf(text).filter((word) => !STOP_WORDS.has(word));
      if (words.some((word) => !stems.has(stemOf(word)))) return [];
      return [`${String(source.slice(0, index).split('\n').length)}: "${text}" on ${name}`];
    },
  );
}
