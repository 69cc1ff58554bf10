/**
 * Makes the tables of an empty database in one of two ways, and prints, as JSON, the catalogue of the tables of the
 * previous release and that of the present ones. `baseline`: as a start does, and then the newest migration is reverted.
 * `walk`: the migrations are applied one by one. It is a process of its own because it imports modules of the compiled
 * program.
 */
import { MigrationExecutor } from 'typeorm';

import { catalogue } from './catalogue.js';
import { migrateDown, migrateUp, openDatabaseOfEnvironment } from './compiled.js';

const { source, close } = await openDatabaseOfEnvironment();
const read = () => catalogue((statement) => source.query(statement));

process.stdout.write(JSON.stringify(process.argv[2] === 'baseline' ? await byBaseline() : await byWalk()));
await close();

async function byBaseline() {
  await migrateUp(source);
  const present = await read();
  await migrateDown(source);
  return { previous: await read(), present };
}

async function byWalk() {
  const executor = new MigrationExecutor(source);
  const pending = await executor.getPendingMigrations();
  const newest = pending.pop();
  if (!newest) throw new Error('There are no migrations.');
  for (const migration of pending) await executor.executeMigration(migration);
  const previous = await read();
  await executor.executeMigration(newest);
  return { previous, present: await read() };
}
