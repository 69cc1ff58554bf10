import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { isPluralElement, isTagElement, parse, TYPE } from '@formatjs/icu-messageformat-parser';
import type { MessageFormatElement } from '@formatjs/icu-messageformat-parser';
import ts from 'typescript';

const SOURCES = join(import.meta.dirname, '..');

const messages = JSON.parse(readFileSync(join(import.meta.dirname, 'catalogues/en.json'), 'utf8')) as Readonly<
  Record<string, string>
>;

const variablesIn = (elements: readonly MessageFormatElement[]): string[] =>
  elements.flatMap((element) => {
    if (element.type === TYPE.literal || element.type === TYPE.pound) return [];
    const inner = isPluralElement(element) ? Object.values(element.options).flatMap(({ value }) => value) : [];
    return [element.value, ...variablesIn(isTagElement(element) ? element.children : inner)];
  });

const variablesOf = (message: string): string[] => [...new Set(variablesIn(parse(message)))].toSorted();

const files = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' })
  .filter((path) => /\.tsx?$/.test(path) && !path.endsWith('.spec.ts'))
  .map((path) => ts.createSourceFile(path, readFileSync(join(SOURCES, path), 'utf8'), ts.ScriptTarget.Latest, true));

function nodesIn(node: ts.Node): ts.Node[] {
  const nodes: ts.Node[] = [node];
  ts.forEachChild(node, (child) => {
    nodes.push(...nodesIn(child));
  });
  return nodes;
}

const nodes = files.flatMap(nodesIn);

const uses = nodes.filter(ts.isCallExpression).flatMap(({ expression, arguments: [key, values] }) => {
  if (expression.getText() !== 't' || !key || !ts.isStringLiteral(key)) return [];
  const passed =
    values && ts.isObjectLiteralExpression(values)
      ? values.properties.map((property) => property.name?.getText() ?? '').toSorted()
      : [];
  return [{ key: key.text, passed }];
});

it('the texts are in the order of their keys', () => {
  const keys = Object.keys(messages);
  expect(keys).toEqual(keys.toSorted());
});

it('the page shows each text', () => {
  const used = new Set(uses.map(({ key }) => key));
  expect(Object.keys(messages).filter((key) => !used.has(key))).toEqual([]);
});

it('each use passes the variables of its text', () => {
  const faults = uses.filter(({ key, passed }) => passed.join() !== variablesOf(messages[key] ?? '').join());
  expect(uses.length).toBeGreaterThan(300);
  expect(faults).toEqual([]);
});

it('no component has a text of its own', () => {
  const own = nodes.filter(ts.isJsxText).filter(({ text }) => /\p{L}/u.test(text));
  expect(own.map((node) => `${node.getSourceFile().fileName}: ${node.text.trim()}`)).toEqual([]);
});
