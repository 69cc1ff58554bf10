/**
 * Reverts the migrations one by one until only the first is left, and applies them again one by one. Prints, as JSON,
 * the stored data at the beginning and after each step. It is a process of its own, as is schema-drift.js.
 */
import { MigrationExecutor } from 'typeorm';

import { migrateDown, migrationStates, openDatabaseOfEnvironment } from './compiled.js';

const { source, close } = await openDatabaseOfEnvironment();

/** Every row of every table, except the table of the migrations. */
async function stored() {
  /** @type {{ name: string }[]} */
  const tables = await source.query(
    `SELECT table_name AS name FROM information_schema.tables
     WHERE table_schema = 'public' AND table_type = 'BASE TABLE' AND table_name <> 'migrations' ORDER BY table_name`,
  );
  /** @type {Record<string, unknown[]>} */
  const rows = {};
  for (const { name } of tables) {
    /** @type {{ row: unknown }[]} */
    const found = await source.query(`SELECT to_jsonb(t) AS row FROM ${name} t ORDER BY t`);
    rows[name] = found.map(({ row }) => row);
  }
  return rows;
}

const steps = [{ step: 'nothing', stored: await stored() }];
const names = (await migrationStates(source)).slice(1).map(({ name }) => name);
for (const name of names.toReversed()) {
  await migrateDown(source);
  steps.push({ step: `${name} taken back`, stored: await stored() });
}
for (const name of names) {
  const executor = new MigrationExecutor(source);
  const next = (await executor.getPendingMigrations()).find((pending) => pending.name === name);
  if (!next) throw new Error(`${name} has been applied already.`);
  await executor.executeMigration(next);
  steps.push({ step: `${name} applied again`, stored: await stored() });
}
await close();
process.stdout.write(JSON.stringify(steps));
