import type { Markdown, Token } from '../../docs/.vitepress/markdown.js';
import { asInTheRepository } from '../../docs/.vitepress/repository-markdown.js';

type Rule = Parameters<Markdown['core']['ruler']['push']>[1];

/** The attributes of a token of that type, after all rules. */
function attributesOf(type: string): Map<string, string> {
  const rules: Rule[] = [];
  const core = { ruler: { push: (_name: string, rule: Rule) => void rules.push(rule) } };
  asInTheRepository({ core, render: () => '' });
  const attributes = new Map<string, string>();
  const token: Token = {
    type,
    info: '',
    content: "kinds={{ 'order.card': OrderCard }}",
    children: null,
    attrGet: (name) => attributes.get(name) ?? null,
    attrSet: (name, value) => void attributes.set(name, value),
  };
  const line: Token = { ...token, type: 'inline', children: [token], attrGet: () => null, attrSet: () => undefined };
  for (const rule of rules) rule({ tokens: [line], Token: vi.fn() as never });
  return attributes;
}

it('Vue evaluates no braces in the code of a line', () => {
  expect([...attributesOf('code_inline')]).toEqual([['v-pre', '']]);
  expect([...attributesOf('text')]).toEqual([]);
});
