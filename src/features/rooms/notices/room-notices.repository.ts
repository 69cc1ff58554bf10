import { Injectable } from '@nestjs/common';
import { notFound } from '@parley/protocol';
import type { RoomNotice } from '@parley/protocol';
import { DataSource } from 'typeorm';
import type { EntityManager } from 'typeorm';

import { outer, statement } from '../../../platform/database/statement.js';
import type { ValuesOf } from '../../../platform/database/statement.js';
import { storedText } from '../../../platform/database/stored-text.js';
import { usersById } from '../../users/user.rows.js';
import type { LogPart } from '../change-log/room-log.repository.js';
import { boundedPage } from '../../../platform/pages/bounded-page.js';
import type { PageSize } from '../../../platform/pages/bounded-page.js';
import type { RoomGrant } from '../room.policy.js';
import { idsIn, listedUsers, NOTICE_COLUMNS, storedNotice, toNotice } from './notice.view.js';
import type { NoticeRow, NumberedNotice } from './notice.view.js';

/** The number of notices of a room that are kept, the newest. */
const MOST_KEPT = 500;
/** The number of users that a page names, beyond those of its first notice. */
const MOST_NAMED = 200;

/** The part of a room's log of which notices are requested: the numbers between these two. */
export interface NoticeRange {
  readonly after: number;
  readonly before: number;
}

export interface NoticePart {
  /** The newest first. */
  readonly notices: readonly RoomNotice[];
  readonly hasMore: boolean;
  readonly messagesRemovedBefore: Date | null;
}

/**
 * Reads and writes notices. Raw SQL, because the time of a notice is that of the database, and because the requester of
 * a page is checked in its snapshot.
 */
@Injectable()
export class RoomNoticesRepository {
  constructor(private readonly source: DataSource) {}

  /** Writes the notice of a change of a locked room, and removes those beyond the limit. */
  async insert(manager: EntityManager, roomId: string, notice: NumberedNotice): Promise<RoomNotice> {
    const { seq, kind, actor, users, name } = notice;
    const { created_at: createdAt } = await INSERT.one(manager, {
      room: roomId,
      seq,
      kind,
      actor: actor.id,
      users: listedUsers(notice).map(({ id }) => id),
      user_count: users.length,
      name: name === undefined ? null : storedText(name),
    });
    await REMOVE_OLD.changes(manager, { room: roomId, kept: MOST_KEPT });
    return storedNotice(notice, createdAt);
  }

  /** The notices of a range of a room's log, by number, for nodes that replay it. No permission is checked here. */
  async ofLog({ roomId, after, upTo }: LogPart): Promise<ReadonlyMap<number, RoomNotice>> {
    const rows = await OF_LOG.rows(this.source, { room: roomId, after, up_to: upTo });
    const users = await usersById(this.source, rows.flatMap(idsIn));
    return new Map(rows.map((row) => [row.seq, toNotice(row, users)]));
  }

  /**
   * The newest notices of a range that the user may see. The numbers of notices and of their users are bounded before
   * users are read.
   * @throws Refusal 4004 if the requester is no longer a member
   */
  async page(
    { roomId, userId }: RoomGrant<'room.read'>,
    { after, before }: NoticeRange,
    { entries, answerBytes }: PageSize,
  ): Promise<NoticePart> {
    const rows = await PAGE.rows(this.source, { room: roomId, user: userId, after, before, limit: entries + 1 });
    const [first] = rows;
    if (!first) throw notFound('No such room.');
    const found = rows.filter((row): row is PageRow => row.seq !== null);
    const size = { entries: Math.min(entries, countNaming(found, MOST_NAMED)), answerBytes };
    const users = await usersById(this.source, found.slice(0, size.entries).flatMap(idsIn));
    const { entries: notices, end } = boundedPage(
      found,
      size,
      (row) => toNotice(row, users),
      ({ seq }) => seq,
    );
    return { notices, hasMore: end !== undefined, messagesRemovedBefore: first.messages_removed_before };
  }
}

/** How many of the first rows name no more than this number of users together: at least one row. */
function countNaming(rows: readonly NoticeRow[], most: number): number {
  const named = new Set<number>();
  const end = rows.findIndex((row) => {
    for (const id of idsIn(row)) named.add(id);
    return named.size > most;
  });
  return end < 0 ? rows.length : Math.max(1, end);
}

const COLUMNS = Object.keys(NOTICE_COLUMNS)
  .map((column) => `n.${column}`)
  .join(', ');

const INSERT = statement('room_notices.insert', {
  parameters: {
    room: 'uuid',
    seq: 'int8',
    kind: 'text',
    actor: 'int4',
    users: 'int4[]',
    user_count: 'int4',
    name: 'text | null',
  },
  columns: { created_at: 'timestamptz' },
  text: ({ room, seq, kind, actor, users, user_count: count, name }) => `
    INSERT INTO room_notices (room_id, seq, kind, actor_id, user_ids, user_count, name)
    VALUES (${room}, ${seq}, ${kind}, ${actor}, ${users}, ${count}, ${name}) RETURNING created_at`,
});

const REMOVE_OLD = statement('room_notices.remove_old', {
  parameters: { room: 'uuid', kept: 'int8' },
  columns: {},
  text: ({ room, kept }) => `
    DELETE FROM room_notices WHERE room_id = ${room} AND seq <= (
      SELECT seq FROM room_notices WHERE room_id = ${room} ORDER BY seq DESC OFFSET ${kept} LIMIT 1)`,
});

const OF_LOG = statement('room_notices.of_log', {
  parameters: { room: 'uuid', after: 'int8', up_to: 'int8' },
  columns: NOTICE_COLUMNS,
  text: ({ room, after, up_to: upTo }) =>
    `SELECT ${COLUMNS} FROM room_notices n WHERE n.room_id = ${room} AND n.seq > ${after} AND n.seq <= ${upTo}`,
});

const PAGE_COLUMNS = { ...NOTICE_COLUMNS, messages_removed_before: 'timestamptz | null' } as const;
type PageRow = ValuesOf<typeof PAGE_COLUMNS>;

/** For an empty page the requester's own membership still yields a row. */
const PAGE = statement('room_notices.page', {
  parameters: { room: 'uuid', user: 'int4', after: 'int8', before: 'int8', limit: 'int8' },
  columns: outer(PAGE_COLUMNS),
  text: ({ room, user, after, before, limit }) => `
    SELECT r.messages_removed_before, part.*
    FROM room_members own JOIN rooms r ON r.id = own.room_id LEFT JOIN LATERAL (
      SELECT ${COLUMNS} FROM room_notices n
      WHERE n.room_id = ${room} AND n.seq > greatest(${after}::bigint, own.history_seq) AND n.seq < ${before}
      ORDER BY n.seq DESC LIMIT ${limit}) part ON true
    WHERE r.id = ${room} AND own.room_id = ${room} AND own.user_id = ${user}
    ORDER BY part.seq DESC`,
});
