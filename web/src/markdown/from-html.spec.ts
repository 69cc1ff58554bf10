import fc from 'fast-check';

import { markdownFrom } from './from-html.js';
import { known, tokensOf } from './markdown-tokens.js';
import type { TextToken } from './markdown-tokens.js';

it.each([
  ['<b>a</b> <strong>b</strong>', '**a** **b**'],
  ['<p>a <i>b</i>, <em>c</em></p>', 'a _b_, _c_'],
  ['<s>a</s> <del>b</del> <strike>c</strike>', '~~a~~ ~~b~~ ~~c~~'],
  ['<b>a <i>b</i></b>', '**a _b_**'],
  ['<b><span style="font-weight: 700">a</span></b>', '**a**'],
  ['<p><span style="font-weight:700;font-style:italic">a</span></p>', '**_a_**'],
  ['<b style="font-weight:normal"><p>a</p><p><i>b</i></p></b>', 'a\n\n_b_'],
  ['<code>a*b</code> and <kbd>c</kbd>', '`a*b` and `c`'],
  ['<code>a`b</code>', '``a`b``'],
  ['<pre><code class="language-js">a\n  b\n</code></pre>', '```js\na\n  b\n```'],
  ['<pre>a<br>b ```</pre>', '````\na\nb ```\n````'],
  ['<pre><div>def f(x):</div><div>    return x*2</div></pre>', '```\ndef f(x):\n    return x*2\n```'],
  ['<pre><code>a<div>b</div><div><br></div>c</code></pre>', '```\na\nb\n\nc\n```'],
  ['<a href="https://a.example/b">c</a>', '[c](https://a.example/b)'],
  ['<a href="https://a.example/b_(c)">d</a>', String.raw`[d](https://a.example/b_\(c\))`],
  ['<a href="https://a.example/_b">https://a.example/_b</a>', 'https://a.example/_b'],
  ['<a href="javascript:a()">a</a> <b>b</b>', 'a **b**'],
  ['<img src="https://a.example/b.png" alt="A bay">', '[A bay](https://a.example/b.png)'],
  ['<img src="data:image/png;base64,AA" alt="A bay"><img src="https://a.example/c.png">', 'A bay'],
  ['<a href="https://a.example/"><img src="https://a.example/b.png" alt="A bay"></a>', '[A bay](https://a.example/)'],
  ['a <img src="https://a.example/b.png" alt="🦜">', 'a 🦜'],
  ['<blockquote><p>a</p><p>b</p></blockquote><p>c</p>', '> a\n> \n> b\n\nc'],
  ['<ul><li>a</li><li><p>b</p><ul><li>c</li></ul></li></ul>', '- a\n- b\n  - c'],
  ['<ol start="3"><li>a</li><li>b</li></ol>', '3. a\n4. b'],
  ['<h2>a</h2><p>b</p>', '**a**\n\nb'],
  ['<p><b>a</b></p><hr><p>b</p>', '**a**\n\nb'],
  ['<p><b>a</b></p><table><tr><th>b</th><th>c</th></tr><tr><td>d</td><td>e</td></tr></table>', '**a**\n\nb | c\nd | e'],
  ['<p><b>a</b><br>b</p>', '**a**\nb'],
  ['<style>p { color: red }</style><script>a()</script><p><b>a</b></p>', '**a**'],
])('%j becomes %j', (html, markdown) => expect(markdownFrom(html)).toBe(markdown));

it.each([
  '<p>a</p><p>b * c</p>',
  '<meta charset="utf-8"><span style="color: #333; font-weight: 400; font-style: normal">a</span>',
  '<div style="font-family: Consolas, monospace; white-space: pre;"><div><span style="font-style: italic">// a</span></div></div>',
  '<i style="font-family: monospace; white-space: pre">// a</i>',
  '<table><tr><td>a</td><td>b</td></tr></table>',
])('%j has no format', (html) => expect(markdownFrom(html)).toBeNull());

const childrenOf = (token: TextToken): readonly TextToken[] => {
  if (token.type === 'list') return token.items;
  return 'tokens' in token ? known(token.tokens ?? []) : [];
};

const leavesOf = (token: TextToken): readonly TextToken[] => {
  const children = childrenOf(token);
  return children.length === 0 ? [token] : children.flatMap(leavesOf);
};

/** The text that a message shows, without the white space. */
const shown = (markdown: string): string =>
  (tokensOf(markdown) ?? [])
    .flatMap(leavesOf)
    .map((token) => ('text' in token ? token.text : ''))
    .join('')
    .replaceAll(/\s/g, '');

const toHtml = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

const PARTS = [
  '*',
  '**',
  '_',
  '~',
  '`',
  '>',
  '- ',
  '+ ',
  '[',
  ']',
  '(',
  ')',
  '!',
  '<',
  '&',
  '#',
  '|',
  '\\',
  ' ',
  '1. ',
].concat('```', 'word', '<b>', ' https://a.example/_b~c ', '&amp;', '=', '\n');

it('a text keeps its characters, and no format comes out of them', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...PARTS), { maxLength: 30 }), (parts) => {
      const text = parts.join('');
      const markdown = markdownFrom(`<p>${toHtml(text)}</p><p><b>end</b></p>`) ?? '';
      expect(shown(markdown)).toBe(`${text}end`.replaceAll(/\s/g, ''));
    }),
    { numRuns: 500 },
  );
});

const ELEMENTS = ['b', 'i', 's', 'code', 'pre', 'a href="https://a.example"', 'li', 'ul', 'blockquote', 'h1', 'p', 'td']
  .concat('img src=x onerror=alert(1) alt="<b>"', 'script', 'svg onload=alert(1)', 'iframe src="javascript:a()"')
  .concat('a href="javascript:alert(1)"', 'br');

it('no HTML comes out of HTML', () => {
  const piece = fc.oneof(
    fc.constantFrom(...ELEMENTS.map((name) => `<${name}>`)),
    fc.constantFrom(...ELEMENTS.map((name) => `</${name.split(' ')[0] ?? ''}>`)),
    fc.constantFrom(...PARTS),
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
      const tokens = (tokensOf(markdownFrom(pieces.join('')) ?? '') ?? []).flatMap(leavesOf);
      expect(tokens.filter(({ type }) => type === 'html' || type === 'def' || type === 'image')).toEqual([]);
    }),
    { numRuns: 500 },
  );
});
