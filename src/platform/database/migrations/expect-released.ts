import { CannotStart } from '../../config/config.js';
import { version } from '../../package/package-info.js';
import type { Query } from '../query.js';
import { migrations, migrationTime, NEWEST_MIGRATION } from './all-migrations.js';
import { MARK } from './release-mark.js';

const KNOWN: ReadonlySet<string> = new Set(migrations.map(({ name }) => name));

/**
 * Refuses tables that a build between two releases has made: its migrations became one, which would change these tables
 * again. A newer release may have migrations that this one does not know.
 * @param applied the names of the applied migrations
 * @throws CannotStart
 */
export function expectReleased(applied: readonly string[]): void {
  const unreleased = applied
    .filter((name) => !KNOWN.has(name) && migrationTime(name) <= NEWEST_MIGRATION)
    .toSorted((one, other) => migrationTime(one) - migrationTime(other))
    .at(-1);
  if (unreleased === undefined) return;
  throw new CannotStart(
    `A build of no release has made the tables (migration ${unreleased}): ` +
      'revert its migrations with "parley migrate down" of that build, or use an empty database.',
  );
}

/**
 * Refuses tables that a newer release has changed so that this program cannot use them. Releases before 0.3 do not
 * look.
 * @throws CannotStart
 */
export async function expectUsableRelease(query: Query): Promise<void> {
  const [row] = await query<{ comment: string | null }>(
    `SELECT obj_description(to_regclass('migrations'), 'pg_class') AS comment`,
    [],
  );
  const [, release, newestMigration] = MARK.exec(row?.comment ?? '') ?? [];
  if (release === undefined || Number(newestMigration) <= NEWEST_MIGRATION) return;
  throw new CannotStart(
    `The database needs Parley ${release} or newer, and this is ${version}: start that release, or take its tables ` +
      `back first, with "parley migrate down --to" of that release.`,
  );
}
