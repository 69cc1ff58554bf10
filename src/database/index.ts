export { databaseIdentity } from './database-identity.js';
export { DatabaseModule } from './database.module.js';
export { givingWay } from './giving-way.js';
export { migrateUp, migrationStates } from './migrate.js';
export { openDatabase } from './open-database.js';
export type { OpenDatabase } from './open-database.js';
export { jsonColumn, jsonFromStored, storedJson, storedText, textColumn, textFromStored } from './stored-text.js';
export { UnitOfWork } from './unit-of-work.js';
export type { Snapshot, Work } from './unit-of-work.js';
