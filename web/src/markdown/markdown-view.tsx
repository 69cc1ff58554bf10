import type { Tokens } from 'marked';
import { Fragment } from 'preact';
import type { ComponentChildren, JSX } from 'preact';
import { useMemo } from 'preact/hooks';

import { isOnlyEmojis } from '../emoji/only-emojis.js';
import { CodeBlock } from './code-block.js';
import { hiddenHost, isLinkTarget } from './links.js';
import { known, tokensOf } from './markdown-tokens.js';
import type { TextToken } from './markdown-tokens.js';

/** Quotes and lists inside others; a deeper one is shown as it was written. */
const MAX_DEPTH = 6;

interface MarkdownViewProps {
  readonly text: string;
  /** The keys of the names, without the sign, that are mentions. */
  readonly names?: ReadonlySet<string> | undefined;
}

/**
 * A text in Markdown. Each token becomes an element of its own kind, and its text the text of that element: nothing
 * that a user writes is parsed as HTML.
 */
export function MarkdownView({ text, names }: MarkdownViewProps): JSX.Element {
  const tokens = useMemo(() => tokensOf(text, names), [text, names]);
  const [first, ...others] = tokens ?? [];
  if (first === undefined || (first.type === 'paragraph' && others.length === 0)) {
    return (
      <p class={isOnlyEmojis(text) ? 'text is-emojis' : 'text'} dir="auto">
        {first ? inline(first.tokens) : text}
      </p>
    );
  }
  return <div class="text markdown">{blocks([first, ...others], 0)}</div>;
}

/** How tokens are shown; those of other types as they were written. */
type Views = {
  readonly [Type in TextToken['type']]?: (
    token: Extract<TextToken, { readonly type: Type }>,
    depth: number,
  ) => ComponentChildren;
};

const show = (views: Views, token: TextToken, depth: number): ComponentChildren => {
  const { [token.type]: view } = views as Readonly<
    Record<string, (token: TextToken, depth: number) => ComponentChildren>
  >;
  return view ? view(token, depth) : token.raw;
};

const BLOCKS: Views = {
  space: () => null,
  paragraph: ({ tokens }) => <p dir="auto">{inline(tokens)}</p>,
  // The text of an item in a list without blank lines.
  text: ({ tokens, text }) => (tokens ? inline(tokens) : text),
  blockquote: ({ tokens }, depth) => <blockquote dir="auto">{blocks(known(tokens), depth + 1)}</blockquote>,
  list: (list, depth) => <List list={list} depth={depth} />,
  code: ({ text, lang }) => <CodeBlock code={text} language={lang} />,
};

/** A line break is shown with the spaces beside it. */
const INLINE: Views = {
  text: ({ text }) => text,
  escape: ({ text }) => text,
  strong: ({ tokens }) => <strong>{inline(tokens)}</strong>,
  em: ({ tokens }) => <em>{inline(tokens)}</em>,
  del: ({ tokens }) => <del>{inline(tokens)}</del>,
  codespan: ({ text }) => <code>{text}</code>,
  link: (link) => <Link link={link} />,
  mention: ({ raw }) => <span class="mention">{raw}</span>,
};

const blocks = (tokens: readonly TextToken[], depth: number): ComponentChildren =>
  tokens.map((token, at) => <Fragment key={at}>{depth > MAX_DEPTH ? token.raw : show(BLOCKS, token, depth)}</Fragment>);

const inline = (tokens: Tokens.Paragraph['tokens']): ComponentChildren =>
  known(tokens).map((token, at) => <Fragment key={at}>{show(INLINE, token, 0)}</Fragment>);

function List({ list, depth }: { readonly list: Tokens.List; readonly depth: number }): JSX.Element {
  const items = list.items.map((item, at) => <li key={at}>{blocks(known(item.tokens), depth + 1)}</li>);
  if (!list.ordered) return <ul dir="auto">{items}</ul>;
  const start = Number(list.start);
  const digits = String(start + items.length - 1).length;
  return (
    <ol dir="auto" start={start} style={{ '--digits': digits }}>
      {items}
    </ol>
  );
}

/** The title shows where the link leads. A text that is another address has the host beside it. */
function Link({ link: { raw, href, text, tokens } }: { readonly link: Tokens.Link }): ComponentChildren {
  if (!isLinkTarget(href)) return raw;
  const host = hiddenHost(href, text);
  return (
    <>
      <a href={href} title={href} target="_blank" rel="noopener noreferrer">
        {inline(tokens)}
      </a>
      {host !== undefined && (
        <span class="link-host">
          {' '}
          (<bdi>{host}</bdi>)
        </span>
      )}
    </>
  );
}
