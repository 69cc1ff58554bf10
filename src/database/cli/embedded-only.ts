import { CannotStart } from '../../config/index.js';
import type { Config } from '../../config/index.js';

/** @throws CannotStart where the database is a PostgreSQL, which has tools of its own for this */
export function embeddedOnly({ database }: Pick<Config, 'database'>): void {
  if (database.url === undefined) return;
  throw new CannotStart(
    'DATABASE_URL is set: PostgreSQL is backed up and restored by its own tools, as docs/backup.md tells.',
  );
}
