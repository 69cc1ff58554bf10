import { MAX_LISTED_MEMBERS } from '@parley/protocol';

import type { FurtherReaction } from '../changes/reaction.entity.js';

/** The reactions of a user to a message: the first one, and the later ones, of which most users have none. */
export type ReactionRow = readonly [
  userId: number,
  content: string,
  createdAt: string,
  further: readonly FurtherReaction[] | null,
];

export interface ListedReaction {
  readonly userId: number;
  /** As it is stored. */
  readonly content: string;
  readonly createdAt: Date;
}

/**
 * The first reactions to a message, as many as it lists. The first one of each user is no later than the others, so the
 * rows with the earliest ones have all of them.
 * @param rows in the order of their first reactions
 */
export function reactionsInOrder(rows: readonly ReactionRow[]): readonly ListedReaction[] {
  if (rows.every(([, , , further]) => further === null)) return rows.map(([userId, ...first]) => made(userId, first));
  return rows
    .flatMap(([userId, content, createdAt, further]) =>
      [[content, createdAt] as const, ...(further ?? [])].map((each) => made(userId, each)),
    )
    .sort((one, other) => one.createdAt.getTime() - other.createdAt.getTime() || one.userId - other.userId)
    .slice(0, MAX_LISTED_MEMBERS);
}

const made = (userId: number, [content, createdAt]: readonly [string, string, ...unknown[]]): ListedReaction => ({
  userId,
  content,
  createdAt: new Date(createdAt),
});
