import type { ChangedMembers } from '../room.frames.js';

/** A type of numbered change, with the type of its payload. Declared by the feature that replays the change. */
export interface ChangeType<Payload extends object> {
  readonly name: string;
  readonly payload?: Payload;
}

/** The type and payload that a room's change log stores for a number. */
export interface ChangeRecord {
  readonly type: string;
  readonly payload: object;
}

export const toChangeRecord = <Payload extends object>(
  { name }: ChangeType<Payload>,
  payload: Payload,
): ChangeRecord => ({ type: name, payload });

/** A record of a room's change log, with its number. */
export interface NumberedChangeRecord {
  readonly seq: number;
  readonly kind: string;
  readonly about: unknown;
}

/** The records of a range of a room's change log, by type. */
export class ChangeRecords {
  constructor(private readonly records: readonly NumberedChangeRecord[]) {}

  /** The records of one type, ordered by number. */
  ofType<Payload extends object>({ name }: ChangeType<Payload>): { readonly seq: number; readonly payload: Payload }[] {
    return this.records
      .filter(({ kind }) => kind === name)
      .map(({ seq, about: payload }) => ({ seq, payload: payload as Payload }));
  }
}

type Type<Payload extends object> = ChangeType<Payload>;

/** The types of changes of rooms and memberships. */
export const roomChangeTypes = {
  created: { name: 'room.created' } as Type<{ readonly userIds: readonly number[] }>,
  updated: { name: 'room.updated' } as Type<{
    /** Whether roles have changed. Missing in a record of an earlier version. */
    readonly roles?: boolean;
  }>,
  ended: { name: 'room.ended' } as Type<object>,
  /** A user has deleted a OneToOneChat, which the other one keeps. */
  chatHidden: { name: 'chat.hidden' } as Type<{ readonly userId: number }>,
  /** The user is a member again. */
  chatShown: { name: 'chat.shown' } as Type<{ readonly userId: number }>,
  membersAdded: { name: 'members.added' } as Type<ChangedMembers>,
  /** A user is restricted, or no longer is. */
  restricted: { name: 'room.restricted' } as Type<{
    readonly userId: number;
    /** Null: the time of the restriction was over. */
    readonly byId: number | null;
  }>,
  membersRemoved: { name: 'members.removed' } as Type<ChangedMembers & { readonly farewell: string }>,
};
