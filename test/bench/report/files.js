import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { svgOf } from './chart.js';

/**
 * Writes the results as JSON, and the charts.
 * @param {string} folder is created if it is missing
 * @param {object} about where, when and how the measurement took place
 * @param {{ results: import('./result.js').Result[], charts: Record<string, import('./chart.js').Chart> }} found there
 *   is no file of an empty part
 */
export function write(folder, about, { results, charts }) {
  mkdirSync(folder, { recursive: true });
  const json = (/** @type {string} */ name, /** @type {object} */ content) => {
    writeFileSync(join(folder, name), `${JSON.stringify({ ...about, ...content }, null, 2)}\n`);
  };
  if (results.length > 0) json('results.json', { results });
  if (Object.keys(charts).length > 0) json('curves.json', { charts });
  for (const [name, chart] of Object.entries(charts)) writeFileSync(join(folder, `${name}.svg`), svgOf(chart));
}
