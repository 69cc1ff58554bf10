import { CannotStart } from '../../config/index.js';
import type { Config } from '../../config/index.js';

/** @throws CannotStart if the database is a PostgreSQL server, which has tools of its own for this */
export function embeddedOnly({ database }: Pick<Config, 'database'>): void {
  if (database.url === undefined) return;
  throw new CannotStart('DATABASE_URL is set: back up and restore PostgreSQL with its own tools; see docs/backup.md.');
}
