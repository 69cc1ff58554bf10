/**
 * A step of the build: copies the protocol's types into the client library, so that its package has no dependencies.
 */
import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

const root = join(import.meta.dirname, '..');
const client = join(root, 'libs/client/dist');
const protocol = join(root, 'libs/protocol/dist');

const declarationsIn = (/** @type {string} */ folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.d.ts'));

for (const name of declarationsIn(protocol)) cpSync(join(protocol, name), join(client, 'protocol', name));
for (const name of declarationsIn(client)) {
  const file = join(client, name);
  const types = `${relative(dirname(name), '.') || '.'}/protocol/index.js`;
  writeFileSync(file, readFileSync(file, 'utf8').replaceAll("'@parley/protocol'", `'${types}'`));
}
