import TurndownService from 'turndown';

import { escaped } from './escaping.js';
import { isLinkTarget } from './links.js';

/** A character format: the elements that have it, and the styles that add it to a `span` or take it away. */
interface CharacterFormat {
  readonly mark: string;
  readonly names: RegExp;
  readonly on: RegExp;
  readonly off: RegExp;
}

const CHARACTER_FORMATS: readonly CharacterFormat[] = [
  {
    mark: '**',
    names: /^(?:B|STRONG|H[1-6])$/,
    on: /font-weight:\s*(?:bold|[6-9]\d\d)/i,
    off: /font-weight:\s*(?:normal|[1-5]\d\d)/i,
  },
  { mark: '_', names: /^(?:I|EM)$/, on: /font-style:\s*italic/i, off: /font-style:\s*normal/i },
  { mark: '~~', names: /^(?:S|DEL|STRIKE)$/, on: /text-decoration[^;]*line-through/i, off: /text-decoration:\s*none/i },
];

const CODE = /^(?:CODE|KBD|SAMP|TT)$/;
const HEADING = /^H[1-6]$/;
/** The style of text that a code editor has copied. Its bold and italic words are colours of the syntax. */
const OF_EDITOR = /white-space:\s*pre\s*(?:;|$)|monospace/i;
const PICTOGRAPH = /\p{Extended_Pictographic}/u;

const TAG = /<[a-z][^<>]*>/gi;
const BLOCKED_ATTRIBUTE = /(?<=[\s"'])(style|on\w+)(?=\s*=)/gi;
const BLOCKED_ELEMENT = /(?<=<\/?)(?:style|script)\b/gi;

/** The HTML without what the policy of the page would block, and report as an error, although nothing of it runs. */
const withoutBlocked = (html: string): string =>
  html.replace(BLOCKED_ELEMENT, 'template').replace(TAG, (tag) => tag.replace(BLOCKED_ATTRIBUTE, 'data-$1'));

const styleOf = (node: Element): string => node.getAttribute('data-style') ?? '';

function isInside(node: Element, is: (around: Element) => boolean): boolean {
  for (let around = node.parentElement; around; around = around.parentElement) if (is(around)) return true;
  return false;
}

const hasFormat = (node: Element, { names, on, off }: CharacterFormat): boolean =>
  !off.test(styleOf(node)) && (names.test(node.nodeName) || (node.nodeName === 'SPAN' && on.test(styleOf(node))));

const isOfEditor = (node: Element): boolean => OF_EDITOR.test(styleOf(node));

/** The marks that an element adds to those of the elements around it. */
function marksOf(node: Element): string[] {
  const formats = CHARACTER_FORMATS.filter((format) => hasFormat(node, format));
  if (formats.length === 0) return [];
  if (isOfEditor(node) || isInside(node, isOfEditor)) return [];
  const added = formats.filter((format) => !isInside(node, (around) => hasFormat(around, format)));
  return added.map(({ mark }) => mark);
}

/** A mark reaches no further than its paragraph. */
const marked = (content: string, marks: readonly string[]): string =>
  content.trim() === '' || content.trim().includes('\n\n')
    ? content
    : marks.join('') + content.trim() + marks.toReversed().join('');

const oneLine = (content: string): string => content.trim().replaceAll(/\s*\n\s*/g, ' ');

/** Elements that are lines of code by themselves. */
const LINE = /^(?:DIV|LI|P|TR)$/;

/** The text of code, whose lines may be separated by `br` elements, or be elements. */
function codeOf(node: Node): string {
  if (node.nodeName === 'BR') return '\n';
  if (node.nodeValue !== null) return node.nodeValue;
  let code = '';
  for (const child of node.childNodes) {
    const isLine = LINE.test(child.nodeName);
    const begin = isLine && code !== '' && !code.endsWith('\n') ? '\n' : '';
    code += begin + codeOf(child);
    if (isLine && !code.endsWith('\n')) code += '\n';
  }
  return code;
}

/** A run of backticks that is longer than those in the code. */
const fenceFor = (code: string, least: number): string =>
  '`'.repeat(Math.max(least, ...Array.from(code.matchAll(/`+/g), ([run]) => run.length + 1)));

function codeSpan(node: Element): string {
  const code = oneLine(codeOf(node));
  const fence = fenceFor(code, 1);
  const space = /^`|`$/.test(code) ? ' ' : '';
  return code === '' ? '' : fence + space + code + space + fence;
}

function codeBlock(node: Element): string {
  const code = codeOf(node).replace(/^\n|\s+$/g, '');
  const names = `${node.className} ${node.firstElementChild?.className ?? ''}`;
  const language = /\b(?:language|lang|source)-([\w+#-]+)/.exec(names)?.[1] ?? '';
  const fence = fenceFor(code, 3);
  return `\n\n${fence}${language}\n${code}\n${fence}\n\n`;
}

function link(content: string, address: string): string {
  const { href } = new URL(address);
  const text = oneLine(content);
  if (text === '') return '';
  return text === escaped(href) || text === escaped(address)
    ? address
    : `[${text}](${href.replaceAll(/[()]/g, '\\$&')})`;
}

/** A picture is a link to it, if it is no sign of the text, and has words. */
function image(node: Element): string {
  const [words, address] = [oneLine(node.getAttribute('alt') ?? ''), node.getAttribute('src') ?? ''];
  const isLink = isLinkTarget(address) && !PICTOGRAPH.test(words) && !isInside(node, isLinkElement);
  return isLink ? link(escaped(words), address) : escaped(words);
}

const isLinkElement = (node: Element): boolean =>
  node.nodeName === 'A' && isLinkTarget(node.getAttribute('href')?.trim() ?? '');

/** The number of the next item of a list. */
const nextNumbers = new WeakMap<Element, number>();

function numberIn(list: Element): number {
  const number = nextNumbers.get(list) ?? Number(list.getAttribute('start') ?? 1);
  nextNumbers.set(list, number + 1);
  return number;
}

function listItem(content: string, { parentElement: list }: Element): string {
  const mark = list?.nodeName === 'OL' ? `${String(numberIn(list))}. ` : '- ';
  return `\n${mark}${content.trim().replaceAll(/\n+/g, `\n${' '.repeat(mark.length)}`)}\n`;
}

const quote = (content: string): string => `\n\n${content.trim().replaceAll(/^/gm, '> ')}\n\n`;

type Shown = readonly [is: (node: Element) => boolean, shown: (content: string, node: Element) => string];

/** Formats of our Markdown. The first that fits an element counts. */
const FORMATS: readonly Shown[] = [
  [({ nodeName }) => nodeName === 'PRE', (_, node) => codeBlock(node)],
  [({ nodeName }) => CODE.test(nodeName), (_, node) => codeSpan(node)],
  [isLinkElement, (content, node) => link(content, node.getAttribute('href')?.trim() ?? '')],
  [({ nodeName }) => nodeName === 'IMG', (_, node) => image(node)],
  [({ nodeName }) => nodeName === 'BLOCKQUOTE', quote],
  [({ nodeName }) => nodeName === 'LI', listItem],
  [({ nodeName }) => HEADING.test(nodeName), (content, node) => `\n\n${marked(oneLine(content), marksOf(node))}\n\n`],
  [(node) => marksOf(node).length > 0, (content, node) => marked(content, marksOf(node))],
];

const isLonelyCell = (node: Element): boolean => !node.previousElementSibling && !node.nextElementSibling;

/** Elements without a format in our Markdown, which become text. */
const TEXTS: readonly Shown[] = [
  [({ nodeName }) => nodeName === 'HR', () => '\n\n'],
  [({ nodeName }) => nodeName === 'TR', (content) => `\n${content.trim()}\n`],
  [
    (node) => /^T[DH]$/.test(node.nodeName) && !isLonelyCell(node),
    (content, node) => oneLine(content) + (node.nextElementSibling ? ' | ' : ''),
  ],
  [({ nodeName }) => /^(?:A|B|STRONG|I|EM|CITE)$/.test(nodeName), (content) => content],
];

/**
 * The Markdown of a text in HTML, with the formats that our messages have.
 * @returns null for a text that has none of them: it is the same as plain text
 */
export function markdownFrom(html: string): string | null {
  const used = new Set<Shown>();
  const service = new TurndownService({ br: '' });
  service.escape = escaped;
  // The rule that is added last comes first.
  for (const rule of [...FORMATS, ...TEXTS].toReversed()) {
    const [is, shown] = rule;
    const replacement = (content: string, node: Element): string => {
      used.add(rule);
      return shown(content, node);
    };
    service.addRule(String(service.rules.array.length), { filter: (node) => is(node), replacement });
  }
  service.remove(['head', 'title', 'noscript', 'template']);
  const markdown = service.turndown(withoutBlocked(html));
  return FORMATS.some((rule) => used.has(rule)) ? markdown : null;
}
