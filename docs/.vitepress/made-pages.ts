import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { parse } from 'yaml';

import type { AsyncApiDocument, OpenApiDocument } from '../../contract/reference/document.js';
import { reference } from '../../contract/reference/reference.js';

/**
 * Writes the generated parts of pages, from the contract and from `.env.example`; pages include them from
 * `dist`.
 */
export function writeMadePages(root: string): void {
  const folder = join(root, 'dist/.vitepress/made');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'reference.md'), referenceOf(join(root, 'docs')));
  writeFileSync(join(folder, 'configuration.md'), configuration(readFileSync(join(root, '.env.example'), 'utf8')));
}

function referenceOf(docs: string): string {
  const read = (name: string): unknown => parse(readFileSync(join(docs, name), 'utf8'));
  return reference(read('asyncapi.yaml') as AsyncApiDocument, read('openapi.yaml') as OpenApiDocument);
}

/** @param example the text of `.env.example`: of each variable its description, its name and its default */
function configuration(example: string): string {
  const items = [...example.matchAll(/^# (.*)\n#(\w+)=(.*)$/gm)].map(([, desc = '', name = '', shown = '']) => {
    const given = shown === '' ? '' : ` <span class="default">default <code>${escaped(shown)}</code></span>`;
    return `<dt><code id="${name}">${name}</code>${given}</dt>\n<dd>${escaped(desc)}</dd>`;
  });
  return ['<dl class="variables" v-pre>', ...items, '</dl>'].join('\n');
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

const escaped = (text: string): string => text.replace(/[&<>]/g, (character) => ENTITIES[character] ?? '');
