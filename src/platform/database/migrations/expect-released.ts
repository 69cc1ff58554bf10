import { CannotStart } from '../../config/config.js';
import { migrations, migrationTime, NEWEST_MIGRATION } from './all-migrations.js';

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
