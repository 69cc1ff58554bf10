import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import ts from 'typescript';

const ROOT = join(import.meta.dirname, '../../..');
const PAGES = ['web/src', 'web/admin/src', 'web/welcome/src', 'libs/react/src'];

/** Functions that return what people have typed. */
const TYPED = /^(personName|roomName|statusText|titleOf|deviceName)$/;
/** Properties that are what people have typed, of any object or of these alone. */
const FIELDS = /^(username|nickname|description|caption)$/;
const NAMED = /^(room|channel|deployment|key)$/;

const sources = PAGES.flatMap((folder) =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.tsx'))
    .map((path) => {
      const file = join(folder, path);
      return ts.createSourceFile(file, readFileSync(join(ROOT, file), 'utf8'), ts.ScriptTarget.Latest, true);
    }),
);

/** The heading of a room has the direction of its content, whichever component that is. */
const IN_HEADING = 'web/src/conversation/conversation-head.tsx';

const nodesIn = (node: ts.Node): ts.Node[] => {
  const nodes: ts.Node[] = [node];
  ts.forEachChild(node, (child) => {
    nodes.push(...nodesIn(child));
  });
  return nodes;
};

/** What an expression may be: `a && b` and `a ? b : c` are `b`, or `b` and `c`. */
function resultsOf(node: ts.Expression): ts.Expression[] {
  if (ts.isParenthesizedExpression(node)) return resultsOf(node.expression);
  if (ts.isConditionalExpression(node)) return [...resultsOf(node.whenTrue), ...resultsOf(node.whenFalse)];
  if (!ts.isBinaryExpression(node)) return [node];
  const isAnd = node.operatorToken.kind === ts.SyntaxKind.AmpersandAmpersandToken;
  return [...(isAnd ? [] : resultsOf(node.left)), ...resultsOf(node.right)];
}

/** The values that a component has named, such as `const name = personName(user)`. */
const namedIn = (source: ts.Node): ReadonlySet<string> =>
  new Set(
    nodesIn(source)
      .filter(ts.isVariableDeclaration)
      .flatMap(({ name, initializer }) => (initializer && isTyped(initializer, new Set()) ? [name.getText()] : [])),
  );

function isTyped(node: ts.Expression, named: ReadonlySet<string>): boolean {
  if (ts.isCallExpression(node)) return TYPED.test(node.expression.getText());
  if (ts.isIdentifier(node)) return named.has(node.text);
  if (ts.isTemplateExpression(node)) return node.templateSpans.some(({ expression }) => isTyped(expression, named));
  if (!ts.isPropertyAccessExpression(node)) return false;
  const { name, expression } = node;
  return FIELDS.test(name.text) || (name.text === 'name' && NAMED.test(expression.getText()));
}

/** Whether the element around has the direction of its text. */
function hasOwnDirection({ parent }: ts.Node): boolean {
  if (ts.isJsxFragment(parent)) return hasOwnDirection(parent);
  if (!ts.isJsxElement(parent)) return ts.isJsxExpression(parent) && hasOwnDirection(parent);
  const { tagName, attributes } = parent.openingElement;
  const names = attributes.properties.map((property) => property.name?.getText());
  return tagName.getText() === 'bdi' || names.includes('dir');
}

const shown = sources.flatMap((source) => {
  const named = namedIn(source);
  return nodesIn(source)
    .filter(ts.isJsxExpression)
    .filter(({ parent }) => ts.isJsxElement(parent) || ts.isJsxFragment(parent))
    .filter(({ expression }) => expression && resultsOf(expression).some((result) => isTyped(result, named)));
});

it('each name, title and description that people have typed has its own direction in a page of another one', () => {
  const faults = shown.filter((node) => !hasOwnDirection(node) && node.getSourceFile().fileName !== IN_HEADING);
  expect(shown.length).toBeGreaterThan(30);
  expect(faults.map((node) => `${node.getSourceFile().fileName}: ${node.getText()}`)).toEqual([]);
});
