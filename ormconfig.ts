/** For the TypeORM command line (`npx typeorm ... -d dist/ormconfig.js`): the database of `DATABASE_URL`. */
import 'reflect-metadata';

import { CannotStart, readConfig } from './src/config/index.js';
import { dataSource } from './src/database/data-source.js';
import { entities } from './src/entities.js';

const { database } = readConfig();
if (database.url === undefined)
  throw new CannotStart('Set DATABASE_URL: the TypeORM command line needs a PostgreSQL server.');

export default dataSource({ url: database.url }, entities, { poolSize: database.poolSize, waitsForLocks: true });
