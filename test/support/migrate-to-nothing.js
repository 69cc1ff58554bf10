/**
 * Reverts every migration, newest first, and prints their names as JSON. It is a process of its own because it imports
 * modules of the compiled program.
 */
import { migrateDown, openDatabaseOfEnvironment } from './compiled.js';

const { source, close } = await openDatabaseOfEnvironment();
const reverted = [];
for (let names = await migrateDown(source); names.length > 0; names = await migrateDown(source))
  reverted.push(...names);
await close();
process.stdout.write(JSON.stringify(reverted));
