/**
 * Writes `asyncapi.yaml` and `openapi.yaml` into the given folder, by default `docs`: `npm run contract`. It is compiled
 * together with the modules that it describes, and runs in the root of the project, whose files it reads.
 */
import 'reflect-metadata';

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { format } from 'oxfmt';
import { stringify } from 'yaml';

import { asyncApi } from './asyncapi.js';
import { clientEvents, routes } from './declared.js';
import { openApi } from './openapi.js';
import { wireSchemas } from './wire-schemas.js';

const [folder = 'docs'] = process.argv.slice(2);
const schemas = wireSchemas();

const events = await clientEvents();

await write('asyncapi.yaml', asyncApi(events, schemas));
await write('openapi.yaml', openApi(await routes(), events, schemas));

/** @param {string} name @param {object} document */
async function write(name, document) {
  const text = `# Generated from the code by npm run contract.\n${stringify(document, { aliasDuplicateObjects: false })}`;
  const { code } = await format(name, text, { printWidth: 120, singleQuote: true });
  writeFileSync(join(folder, name), code);
}
