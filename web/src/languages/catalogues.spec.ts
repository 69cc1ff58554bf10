import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { isPluralElement, isSelectElement, isTagElement, parse, TYPE } from '@formatjs/icu-messageformat-parser';
import type { MessageFormatElement } from '@formatjs/icu-messageformat-parser';
import ts from 'typescript';

import { LANGUAGES } from './languages.js';

/** Of the web client, and of the page for people who come in. */
const SOURCES = ['..', '../../welcome/src'].map((folder) => join(import.meta.dirname, folder));

const catalogue = (code: string): Readonly<Record<string, string>> =>
  JSON.parse(readFileSync(join(import.meta.dirname, `catalogues/${code}.json`), 'utf8')) as Record<string, string>;

const english = catalogue('en');

/** All elements of a message, also those in others. */
const elementsOf = (elements: readonly MessageFormatElement[]): MessageFormatElement[] =>
  elements.flatMap((element) => {
    if (isTagElement(element)) return [element, ...elementsOf(element.children)];
    if (!isPluralElement(element) && !isSelectElement(element)) return [element];
    return [element, ...Object.values(element.options).flatMap(({ value }) => elementsOf(value))];
  });

const nameOf = (element: object): string => ('value' in element ? String(element.value) : '');

/** The names of the variables of a message, and of its tags. */
function namesIn(message: string): { variables: string[]; tags: string[] } {
  const named = elementsOf(parse(message)).flatMap((element) =>
    element.type === TYPE.literal || element.type === TYPE.pound ? [] : [element],
  );
  const names = (elements: typeof named): string[] => [...new Set(elements.map(({ value }) => value))].toSorted();
  return { variables: names(named.filter((each) => !isTagElement(each))), tags: names(named.filter(isTagElement)) };
}

describe.each(LANGUAGES.map(({ code }) => code))('the catalogue of %s', (code) => {
  const messages = Object.entries(catalogue(code));

  it('has the texts of the English one, in the order of their keys', () => {
    const keys = Object.keys(english);
    expect(messages.map(([key]) => key)).toEqual(keys);
    expect(keys).toEqual(keys.toSorted());
    expect(messages.filter(([, message]) => message.trim() === '')).toEqual([]);
  });

  it('uses the variables and the tags of the English texts', () => {
    const names = messages.map(([key, message]) => [key, namesIn(message)]);
    expect(names).toEqual(Object.entries(english).map(([key, message]) => [key, namesIn(message)]));
  });

  it('writes each number in the digits of the locale', () => {
    const numbers = new Set(['all', 'at', 'count', 'most', 'others', 'seconds']);
    const raw = messages.filter(([, message]) =>
      elementsOf(parse(message)).some(({ type, ...element }) => type === TYPE.argument && numbers.has(nameOf(element))),
    );
    expect(raw).toEqual([]);
  });

  it('has a text for each plural form of the language', () => {
    const forms = new Intl.PluralRules(code).resolvedOptions().pluralCategories.toSorted();
    const incomplete = messages.filter(([, message]) =>
      elementsOf(parse(message))
        .filter(isPluralElement)
        .some(({ options }) => {
          const present = Object.keys(options).filter((form) => !form.startsWith('='));
          return present.toSorted().join() !== forms.join();
        }),
    );
    expect(incomplete).toEqual([]);
  });
});

const files = SOURCES.flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.tsx?$/.test(path) && !path.endsWith('.spec.ts'))
    .map((path) => ts.createSourceFile(path, readFileSync(join(folder, path), 'utf8'), ts.ScriptTarget.Latest, true)),
);

function nodesIn(node: ts.Node): ts.Node[] {
  const nodes: ts.Node[] = [node];
  ts.forEachChild(node, (child) => {
    nodes.push(...nodesIn(child));
  });
  return nodes;
}

const isText = (node: ts.Node): node is ts.LiteralLikeNode =>
  ts.isJsxText(node) ||
  ts.isStringLiteralLike(node) ||
  ts.isTemplateHead(node) ||
  ts.isTemplateMiddleOrTemplateTail(node);

/** Words of the wire, of the keyboard and of the browser, and names of products and languages. */
const TECHNICAL = new Set([
  'Parley',
  'Deutsch',
  'English',
  'Español',
  'noopener noreferrer',
  'Notification',
  'Channel',
  'You left ',
  'Bearer ',
  'Content-Type',
  'Retry-After',
  'Files',
  'Enter',
  'Backspace',
  'Escape',
  'Home',
  'End',
  'Tab',
  'Mod',
  'Alt',
  'Shift',
  'Arrow',
  'Edge',
  'Opera',
  'Samsung Internet',
  'Firefox',
  'Chrome',
  'Safari',
  'Android',
  'Windows',
  'Mac',
  'Linux',
]);

/** A list of classes, or a selector. */
const STYLE = /^[a-z[\].,\- ]*[-[][a-z[\].,\- ]*$/;

/** Where a text is not shown: names of modules and types, errors of the program, and classes of styles. */
const isHidden = (node: ts.Node): boolean =>
  ts.isImportDeclaration(node) ||
  ts.isLiteralTypeNode(node) ||
  ts.isNewExpression(node) ||
  (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.SuperKeyword) ||
  (ts.isJsxAttribute(node) && node.name.getText() === 'class') ||
  (!ts.isJsxElement(node) && !ts.isSourceFile(node) && isHidden(node.parent));

/** Two words, a word with a capital letter at its beginning, or any word between tags. */
function isShown(node: ts.LiteralLikeNode): boolean {
  if (ts.isJsxText(node)) return /\p{L}/u.test(node.text);
  if (isHidden(node) || TECHNICAL.has(node.text) || STYLE.test(node.text)) return false;
  return /\p{L} \p{L}|^\p{Lu}\p{Ll}+$|^\p{Lu}\p{Ll}+[ .…:]/u.test(node.text);
}

const texts = files.flatMap((file) =>
  nodesIn(file)
    .filter(isText)
    .map((node) => ({ file: file.fileName, node })),
);

it('no component has a text of its own', () => {
  const left = texts.filter(({ node }) => isShown(node)).map(({ file, node }) => `${file}: ${node.text.trim()}`);
  expect(left).toEqual([]);
});

it('the sources use each key of the catalogues', () => {
  const used = new Set(texts.map(({ node }) => node.text));
  expect(Object.keys(english).filter((key) => !used.has(key))).toEqual([]);
});

it('each use passes the variables and the tags of its message', () => {
  const calls = files.flatMap((file) => nodesIn(file).filter(ts.isCallExpression));
  const faults = calls.flatMap(({ expression, arguments: [key, ...others] }) => {
    const name = expression.getText();
    if ((name !== 't' && name !== 'textWithElements') || !key || !ts.isStringLiteral(key)) return [];
    const [tags, variables] = name === 't' ? [undefined, others[0]] : others;
    const passed = { variables: propertiesOf(variables), tags: propertiesOf(tags) };
    return JSON.stringify(passed) === JSON.stringify(namesIn(english[key.text] ?? '')) ? [] : [[key.text, passed]];
  });
  expect(faults).toEqual([]);
});

const propertiesOf = (values: ts.Expression | undefined): string[] =>
  values && ts.isObjectLiteralExpression(values)
    ? values.properties.map((property) => property.name?.getText() ?? '').toSorted()
    : [];
