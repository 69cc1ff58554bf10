/**
 * Takes back every migration, newest first, and prints their names as JSON. A process of its own, because it imports
 * modules of the compiled program.
 */
import 'reflect-metadata';

const dist = new URL('../../dist/src/', import.meta.url);
/** @param {string} path @returns {Promise<unknown>} */
const compiled = (path) => import(new URL(path, dist).href);
const { readConfig } = /** @type {typeof import('../../src/config/index.js')} */ (await compiled('config/index.js'));
const { openDatabase } = /** @type {typeof import('../../src/database/index.js')} */ (
  await compiled('database/index.js')
);
const { migrateDown } = /** @type {typeof import('../../src/database/migrate.js')} */ (
  await compiled('database/migrate.js')
);

const { source, close } = await openDatabase(readConfig(), [], 'command');
const reverted = [];
for (let name = await migrateDown(source); name !== undefined; name = await migrateDown(source)) reverted.push(name);
await close();
process.stdout.write(JSON.stringify(reverted));
