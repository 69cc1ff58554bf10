import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import ts from 'typescript';

import { isLater } from '../../compile-catalogues.js';

const FIRST_SCRIPT = join(import.meta.dirname, '../main.tsx');
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

it('what is loaded without all texts shows none of the second part of a catalogue', () => {
  const sources = [...keysBySource(FIRST_SCRIPT)];
  expect(sources.length).toBeGreaterThan(100);
  const later = sources.flatMap(([path, keys]) => keys.filter(isLater).map((key) => `${path}: ${key}`));
  expect(later).toEqual([]);
});
