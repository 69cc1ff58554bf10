import { MAX_NOTICED_USERS } from '@parley/protocol';
import type { RoomNotice, RoomNoticeKind, User } from '@parley/protocol';

import { typed } from '../../../platform/database/statement.js';
import type { Types, ValuesOf } from '../../../platform/database/statement.js';
import { textFromStored } from '../../../platform/database/stored-text.js';

/** The notice of a change that has no number yet. */
export interface NewNotice {
  readonly kind: RoomNoticeKind;
  /** All members that the change concerns. */
  readonly users: readonly User[];
  /** The new name of the room. */
  readonly name?: string;
  /** Whom it names as its actor if an authority makes the change, of which there is no notice otherwise. */
  readonly actor?: User | undefined;
}

/** A notice that is stored under the number of its change. */
export interface NumberedNotice extends NewNotice {
  readonly seq: number;
  /** The user who makes the change. */
  readonly actor: User;
}

/** The columns of `room_notices`. */
export const NOTICE_COLUMNS = {
  seq: 'int8',
  kind: typed<RoomNoticeKind>('text'),
  actor_id: 'int4 | null',
  user_ids: 'int4[]',
  user_count: 'int4',
  name: 'text | null',
  created_at: 'timestamptz',
} as const satisfies Types;

export type NoticeRow = ValuesOf<typeof NOTICE_COLUMNS>;

export const listedUsers = ({ users }: NewNotice): readonly User[] => users.slice(0, MAX_NOTICED_USERS);

export const storedNotice = (notice: NumberedNotice, createdAt: Date): RoomNotice => ({
  seq: notice.seq,
  kind: notice.kind,
  actor: notice.actor,
  users: listedUsers(notice),
  user_count: notice.users.length,
  ...(notice.name !== undefined && { name: notice.name }),
  created_at: createdAt.toISOString(),
});

export const idsIn = ({ actor_id: actorId, user_ids: userIds }: NoticeRow): readonly number[] =>
  actorId === null ? userIds : [actorId, ...userIds];

/** @param users those that the row names, by id */
export const toNotice = (row: NoticeRow, users: ReadonlyMap<number, User>): RoomNotice => ({
  seq: row.seq,
  kind: row.kind,
  actor: row.actor_id === null ? null : (users.get(row.actor_id) ?? null),
  users: row.user_ids.flatMap((id) => users.get(id) ?? []),
  user_count: row.user_count,
  ...(row.name !== null && { name: textFromStored(row.name) }),
  created_at: row.created_at.toISOString(),
});
