import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import ts from 'typescript';

import { partOfWebClient, partOfWelcomePage } from '../../compile-catalogues.js';

const KEYS = new Set(
  Object.keys(JSON.parse(readFileSync(join(import.meta.dirname, 'catalogues/en.json'), 'utf8')) as object),
);

const nodesIn = (node: ts.Node): ts.Node[] => {
  const nodes: ts.Node[] = [node];
  ts.forEachChild(node, (child) => {
    nodes.push(...nodesIn(child));
  });
  return nodes;
};

/** A script that `withAllTexts` loads comes with all texts. */
const comesWithTexts = ({ parent }: ts.Node): boolean =>
  ts.isCallExpression(parent) && parent.expression.getText() === 'withAllTexts';

const isType = (node: ts.ImportDeclaration | ts.ExportDeclaration): boolean =>
  ts.isImportDeclaration(node) ? node.importClause?.phaseModifier !== undefined : node.isTypeOnly;

const isDynamicImport = (node: ts.Node): node is ts.CallExpression =>
  ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword;

/** The module that a node of a source imports, except for types and the modules of all texts. */
function importedBy(node: ts.Node): string | undefined {
  if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) {
    return isType(node) ? undefined : textOf(node.moduleSpecifier);
  }
  return isDynamicImport(node) && !comesWithTexts(node) ? textOf(node.arguments[0]) : undefined;
}

const textOf = (node: ts.Node | undefined): string | undefined =>
  node && ts.isStringLiteral(node) ? node.text : undefined;

const fileOf = (path: string): string | undefined =>
  path.endsWith('.js')
    ? ['.ts', '.tsx'].map((ending) => path.replace(/\.js$/, ending)).find((name) => existsSync(name))
    : undefined;

/** The keys of each source that is loaded without the texts of dialogs. */
function keysBySource(path: string, found = new Map<string, string[]>()): Map<string, string[]> {
  if (found.has(path)) return found;
  const nodes = nodesIn(ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest, true));
  const texts = nodes.filter(ts.isStringLiteralLike).map(({ text }) => text);
  found.set(
    path,
    texts.filter((text) => KEYS.has(text)),
  );
  for (const node of nodes) {
    const imported = importedBy(node);
    const file = imported?.startsWith('.') && fileOf(join(dirname(path), imported));
    if (file) keysBySource(file, found);
  }
  return found;
}

/** Each page with the number of its sources that the walk must find. */
it.each([
  ['web client', '../main.tsx', partOfWebClient, 100],
  ['page for people who come in', '../../welcome/src/main.tsx', partOfWelcomePage, 40],
] as const)('what the %s loads without all texts shows those of the first part alone', (_, script, partOf, least) => {
  const sources = [...keysBySource(join(import.meta.dirname, script))];
  expect(sources.length).toBeGreaterThan(least);
  const others = sources.flatMap(([path, keys]) =>
    keys.filter((key) => partOf(key) !== 'first').map((key) => `${path}: ${key}`),
  );
  expect(others).toEqual([]);
});
