/**
 * Makes the tables of an empty database in one of two ways, and prints, as JSON, the catalogue of the tables of the
 * release 0.2 and that of the present ones. `baseline`: as a start does, and then the migrations are reverted to that
 * release. `walk`: the migrations are applied one by one. It is a process of its own because it imports modules of the
 * compiled program.
 */
import { MigrationExecutor } from 'typeorm';

import { catalogue } from './catalogue.js';
import { migrateDown, migrateUp, openDatabaseOfEnvironment, RELEASES } from './compiled.js';

const { source, close } = await openDatabaseOfEnvironment();
const read = () => catalogue((statement) => source.query(statement));

process.stdout.write(JSON.stringify(process.argv[2] === 'baseline' ? await byBaseline() : await byWalk()));
await close();

async function byBaseline() {
  await migrateUp(source);
  const present = await read();
  await migrateDown(source, '0.2');
  return { previous: await read(), present };
}

async function byWalk() {
  const executor = new MigrationExecutor(source);
  let previous;
  for (const migration of await executor.getPendingMigrations()) {
    await executor.executeMigration(migration);
    if (migration.name === RELEASES['0.2']) previous = await read();
  }
  return { previous, present: await read() };
}
