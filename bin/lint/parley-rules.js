/** Rules of the linter for this repository alone (`.oxlintrc.json`). */

const UNDECLARED =
  'Declare the text by statement() of src/platform/database/statement.ts: databases describe declared ones in a spec.';

/**
 * The parts of a syntax tree that the rules look at.
 * @typedef {{ readonly type: string, readonly name?: string, readonly value?: unknown }} Name
 * @typedef {{ readonly callee: { readonly type: string, readonly property?: Name } }} Call
 * @typedef {{ report(found: { readonly node: unknown, readonly message: string }): void }} Context
 */

const declaredStatements = {
  /** @param {Context} context */
  create: (context) => ({
    /** @param {Call} node */
    CallExpression(node) {
      const { property } = node.callee;
      if (property?.name === 'query' || property?.value === 'query') {
        context.report({ node: property, message: UNDECLARED });
      }
    },
  }),
};

export default { meta: { name: 'parley' }, rules: { 'declared-statements': declaredStatements } };
