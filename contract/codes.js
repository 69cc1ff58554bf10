/** The codes of the protocol, with the text of their docstrings. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { CloseCode, ErrorCode } from '@parley/protocol';
import ts from 'typescript';

const protocol = 'libs/protocol/src';

/**
 * @typedef {{ readonly code: number, readonly name: string, readonly meaning: string, readonly advice?: string }} Code
 */

/** @returns {Code[]} */
export function errorCodes() {
  const meanings = docstrings('errors.ts');
  return Object.entries(ErrorCode).map(([name, code]) => ({ code, name, meaning: meanings.get(name) ?? '' }));
}

/** @returns {Code[]} */
export function closeCodes() {
  const meanings = docstrings('close-code.ts');
  return Object.entries(CloseCode).map(([name, { code, advice }]) => ({
    code,
    name,
    meaning: meanings.get(name) ?? '',
    advice,
  }));
}

/** @param {string} file @returns {Map<string, string>} the docstrings of the properties of its objects */
function docstrings(file) {
  const source = ts.createSourceFile(file, readFileSync(join(protocol, file), 'utf8'), ts.ScriptTarget.Latest, true);
  /** @type {Map<string, string>} */
  const found = new Map();
  /** @param {ts.Node} node */
  const visit = (node) => {
    if (ts.isPropertyAssignment(node)) {
      const [comment] = ts.getJSDocCommentsAndTags(node);
      const text = ts.getTextOfJSDocComment(comment?.comment);
      if (text !== undefined) found.set(node.name.getText(), text.replace(/\s+/g, ' '));
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}
