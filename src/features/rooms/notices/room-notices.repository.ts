import { Injectable } from '@nestjs/common';
import { notFound } from '@parley/protocol';
import type { RoomNotice } from '@parley/protocol';
import { DataSource } from 'typeorm';
import type { EntityManager } from 'typeorm';

import { storedText } from '../../../platform/database/stored-text.js';
import { usersById } from '../../users/user.rows.js';
import type { LogPart } from '../change-log/room-log.repository.js';
import { boundedPage } from '../../../platform/pages/bounded-page.js';
import type { PageSize } from '../../../platform/pages/bounded-page.js';
import type { RoomGrant } from '../room.policy.js';
import { idsIn, listedUsers, storedNotice, toNotice } from './notice.view.js';
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

interface PageRow extends NoticeRow {
  readonly messages_removed_before: Date | null;
}

/** For an empty page the requester's own membership still yields a row. */
type Row = PageRow | (Pick<PageRow, 'messages_removed_before'> & { readonly seq: null });

const COLUMNS = 'n.seq, n.kind, n.actor_id, n.user_ids, n.user_count, n.name, n.created_at';

const INSERT = `
  INSERT INTO room_notices (room_id, seq, kind, actor_id, user_ids, user_count, name)
  VALUES ($1, $2, $3, $4, $5, $6, $7) RETURNING created_at`;

const REMOVE_OLD = `
  DELETE FROM room_notices WHERE room_id = $1 AND seq <= (
    SELECT seq FROM room_notices WHERE room_id = $1 ORDER BY seq DESC OFFSET $2 LIMIT 1)`;

const OF_LOG = `SELECT ${COLUMNS} FROM room_notices n WHERE n.room_id = $1 AND n.seq > $2 AND n.seq <= $3`;

const PAGE = `
  SELECT r.messages_removed_before, part.*
  FROM room_members own JOIN rooms r ON r.id = own.room_id LEFT JOIN LATERAL (
    SELECT ${COLUMNS} FROM room_notices n
    WHERE n.room_id = $1 AND n.seq > greatest($3::bigint, own.history_seq) AND n.seq < $4
    ORDER BY n.seq DESC LIMIT $5) part ON true
  WHERE r.id = $1 AND own.room_id = $1 AND own.user_id = $2
  ORDER BY part.seq DESC`;

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
    const [row] = await manager.query<[Pick<NoticeRow, 'created_at'>]>(INSERT, [
      roomId,
      seq,
      kind,
      actor.id,
      listedUsers(notice).map(({ id }) => id),
      users.length,
      name === undefined ? null : storedText(name),
    ]);
    await manager.query(REMOVE_OLD, [roomId, MOST_KEPT]);
    return storedNotice(notice, row.created_at);
  }

  /** The notices of a range of a room's log, by number, for nodes that replay it. No permission is checked here. */
  async ofLog({ roomId, after, upTo }: LogPart): Promise<ReadonlyMap<number, RoomNotice>> {
    const rows = await this.source.query<NoticeRow[]>(OF_LOG, [roomId, after, upTo]);
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
    const rows = await this.source.query<Row[]>(PAGE, [roomId, userId, after, before, entries + 1]);
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
