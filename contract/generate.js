/**
 * Writes `asyncapi.yaml` and `openapi.yaml` into the first given folder, by default `docs`, and `models.py` into the
 * second one, by default the Python package, and the types of `@parley/server` into the third one: `npm run contract`. It is
 * compiled together with the modules that it describes, and runs in the root of the project, whose files it reads.
 */
import 'reflect-metadata';

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { format } from 'oxfmt';
import { stringify } from 'yaml';

import { asyncApi } from './asyncapi.js';
import { clientEvents, routes } from './declared.js';
import { openApi } from './openapi.js';
import { pythonModels } from './python-models.js';
import { serverTypes } from './server-types.js';
import { wireSchemas } from './wire-schemas.js';

const [folder = 'docs', modelsFolder = 'sdk/python/src/parley', typesFolder = 'libs/server/src'] =
  process.argv.slice(2);
const schemas = wireSchemas();

const events = await clientEvents();

const ofEvents = asyncApi(events, schemas);
const ofRoutes = openApi(await routes(), events, schemas);

await write('asyncapi.yaml', ofEvents);
await write('openapi.yaml', ofRoutes);
writeFileSync(join(modelsFolder, 'models.py'), pythonModels(ofEvents, ofRoutes));
writeFileSync(join(typesFolder, 'openapi.ts'), await formatted('openapi.ts', await serverTypes(ofRoutes)));

/** @param {string} name @param {object} document */
async function write(name, document) {
  const text = `# Generated from the code by npm run contract.\n${stringify(document, { aliasDuplicateObjects: false })}`;
  writeFileSync(join(folder, name), await formatted(name, text));
}

/** @param {string} name @param {string} text */
async function formatted(name, text) {
  return (await format(name, text, { printWidth: 120, singleQuote: true })).code;
}
