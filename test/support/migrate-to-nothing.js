/**
 * Reverts every migration, newest first, and prints their names as JSON. It is a process of its own because it imports
 * modules of the compiled program.
 */
import { migrateDown, openDatabaseOfEnvironment } from './compiled.js';

const { source, close } = await openDatabaseOfEnvironment();
const reverted = [];
for (let name = await migrateDown(source); name !== undefined; name = await migrateDown(source)) reverted.push(name);
await close();
process.stdout.write(JSON.stringify(reverted));
