import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { instance } from '@viz-js/viz';

const SOURCES = join(import.meta.dirname, '../../docs/diagrams');

/** Graphviz writes its version into each file, which would change all of them with each release. */
const COMMENTS = /<!--[^]*?-->\n?/g;

/**
 * Draws every diagram with Graphviz.
 * @returns {Promise<Map<string, string>>} the text of each SVG, by the name of its file
 */
export async function diagrams() {
  const viz = await instance();
  const names = readdirSync(SOURCES).filter((name) => name.endsWith('.dot'));
  return new Map(
    names.map((name) => {
      const svg = viz.renderString(readFileSync(join(SOURCES, name), 'utf8'), { format: 'svg' });
      return [name.replace(/\.dot$/, '.svg'), svg.replace(COMMENTS, '')];
    }),
  );
}

/** @param {string} folder where the files are written */
export async function writeDiagrams(folder) {
  for (const [name, svg] of await diagrams()) writeFileSync(join(folder, name), svg);
}
