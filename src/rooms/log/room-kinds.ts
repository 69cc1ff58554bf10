import type { ChangeKind } from './change-kind.js';

/** Users as they were called when it happened. */
interface Named {
  readonly userIds: readonly number[];
  readonly usernames: readonly string[];
  /** A username, or `self`. */
  readonly by: string;
}

type Kind<About extends object> = ChangeKind<About>;

/** What rooms write into their logs. */
export const roomKinds = {
  created: { name: 'room.created' } as Kind<{ readonly userIds: readonly number[] }>,
  updated: { name: 'room.updated' } as Kind<object>,
  ended: { name: 'room.ended' } as Kind<object>,
  membersAdded: { name: 'members.added' } as Kind<Named>,
  membersRemoved: { name: 'members.removed' } as Kind<Named & { readonly farewell: string }>,
};
