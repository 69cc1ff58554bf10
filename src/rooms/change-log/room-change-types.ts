import type { ChangeType } from './change-record.js';

/** Users, with their usernames at the time of the change. */
interface NamedMembers {
  readonly userIds: readonly number[];
  readonly usernames: readonly string[];
  /** A username, or `self`. */
  readonly by: string;
}

type Type<Payload extends object> = ChangeType<Payload>;

/** The types of changes of rooms and memberships. */
export const roomChangeTypes = {
  created: { name: 'room.created' } as Type<{ readonly userIds: readonly number[] }>,
  updated: { name: 'room.updated' } as Type<object>,
  ended: { name: 'room.ended' } as Type<object>,
  membersAdded: { name: 'members.added' } as Type<NamedMembers>,
  membersRemoved: { name: 'members.removed' } as Type<NamedMembers & { readonly farewell: string }>,
};
