import type { ChangedMembers, MembersChange } from '../room.frames.js';

/** A type of numbered change, with the type of its payload. Declared by the feature that replays the change. */
export class ChangeType<Payload extends object> {
  declare private readonly payload: Payload | undefined;

  /** Use {@link changeType}. */
  constructor(readonly name: string) {}
}

const types = new Map<string, ChangeType<object>>();

/** Those of all modules that are loaded. */
export const allChangeTypes = (): readonly ChangeType<object>[] => [...types.values()];

/**
 * Declares a type of change, at the top of a module. A server does not start if no replayer replays it.
 * @throws Error if the name is taken
 */
export function changeType<Payload extends object>(name: string): ChangeType<Payload> {
  if (types.has(name)) throw new Error(`two types of changes have the name ${name}`);
  const type = new ChangeType<Payload>(name);
  types.set(name, type);
  return type;
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

/** The types of changes of rooms and memberships. */
export const roomChangeTypes = {
  created: changeType<{ readonly userIds: readonly number[] }>('room.created'),
  updated: changeType<{
    /** Whether roles have changed. Missing in a record of an earlier version. */
    readonly roles?: boolean;
  }>('room.updated'),
  ended: changeType<object>('room.ended'),
  /** A user has deleted a OneToOneChat, which the other one keeps. */
  chatHidden: changeType<{ readonly userId: number }>('chat.hidden'),
  /** The user is a member again. */
  chatShown: changeType<{ readonly userId: number }>('chat.shown'),
  membersAdded: changeType<ChangedMembers>('members.added'),
  membersRemoved: changeType<ChangedMembers & { readonly farewell: string }>('members.removed'),
  /** More than one of the two before, or one of them with roles. */
  membersChanged: changeType<MembersChange & { readonly farewell: string }>('members.changed'),
};
