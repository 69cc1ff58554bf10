import type { ChangeKind } from './change-kind.js';

/** Users, with their usernames at the time of the change. */
interface Named {
  readonly userIds: readonly number[];
  readonly usernames: readonly string[];
  /** A username, or `self`. */
  readonly by: string;
}

type Kind<About extends object> = ChangeKind<About>;

/** The types of changes of rooms and memberships. */
export const roomKinds = {
  created: { name: 'room.created' } as Kind<{ readonly userIds: readonly number[] }>,
  updated: { name: 'room.updated' } as Kind<object>,
  ended: { name: 'room.ended' } as Kind<object>,
  membersAdded: { name: 'members.added' } as Kind<Named>,
  membersRemoved: { name: 'members.removed' } as Kind<Named & { readonly farewell: string }>,
};
