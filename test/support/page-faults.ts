import axe from 'axe-core';
import type { Page } from 'playwright-core';

/** Media are not loaded, and only violations are described. */
const OPTIONS = { preload: false, resultTypes: ['violations'] };

interface AxeResult {
  readonly violations: readonly { readonly id: string; readonly nodes: readonly { readonly html: string }[] }[];
}

/** @param rules of axe, by default all @returns the violations that axe finds on a page */
export async function faultsOf(page: Page, rules?: readonly string[]): Promise<string[]> {
  if (!(await page.evaluate<boolean>("'axe' in globalThis"))) await page.evaluate(axe.source);
  const options = { ...OPTIONS, ...(rules && { runOnly: { type: 'rule', values: rules } }) };
  const { violations } = await page.evaluate<AxeResult>(`axe.run(${JSON.stringify(options)})`);
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join('\n')}`);
}
