/**
 * For the TypeORM command line (`npm run build:modules && npx typeorm ... -d dist/modules/ormconfig.js`): the database
 * of `DATABASE_URL`.
 */
import 'reflect-metadata';

import { entities } from './src/features.js';
import { CannotStart, Config } from './src/platform/config/config.js';
import { readConfig } from './src/platform/config/read-config.js';
import { dataSource } from './src/platform/database/data-source.js';
import { DatabaseHistory } from './src/platform/database/history/database-history.js';
import { settingsParts } from './src/settings-parts.js';

const { database } = readConfig(settingsParts).of(Config);
if (database.url === undefined)
  throw new CannotStart('Set DATABASE_URL: the TypeORM command line needs a PostgreSQL server.');

export default dataSource({ url: database.url }, entities, {
  poolSize: database.poolSize,
  waitsForLocks: true,
  pooler: database.pooler ?? 'none',
  history: new DatabaseHistory(),
});
