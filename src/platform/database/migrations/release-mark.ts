/** A release, and the time in the name of its newest migration, by which a program knows whether it is as new. */
export interface NeededRelease {
  readonly release: string;
  readonly newestMigration: number;
}

/** Has keys by room. */
export const RELEASE_0_3: NeededRelease = { release: '0.3', newestMigration: 1_798_400_000_000 };

/**
 * Marks the tables as ones that older programs cannot use, in the comment of a table that every database has. Only what
 * the previous release cannot run on is marked, such as the change of its keys: a migration that only adds is not.
 */
export const marked = ({ release, newestMigration }: NeededRelease): string =>
  `COMMENT ON TABLE migrations IS 'Parley ${release} or newer is needed (${String(newestMigration)})'`;

/** Removes the mark: a release before the first that was marked can use the tables. */
export const UNMARKED = 'COMMENT ON TABLE migrations IS NULL';

/** The pattern of {@link marked}: the release, and the time of its newest migration. */
export const MARK = /^Parley (\S+) or newer is needed \((\d{13})\)$/;
