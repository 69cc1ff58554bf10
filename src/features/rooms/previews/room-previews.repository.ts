import { Injectable } from '@nestjs/common';
import type { InvitedRoom, ListedChannel } from '@parley/protocol';
import { DataSource } from 'typeorm';

import { fitting } from '../../../platform/collections/list-bytes.js';
import { Limits } from '../../../platform/config/limits.settings.js';
import { beginsWith } from '../../../platform/database/searched-text/searched-text-sql.js';
import { onWorkers } from '../../../platform/database/distribution/worker-conditions.js';
import { statement, typed } from '../../../platform/database/statement.js';
import type { RowOf } from '../../../platform/database/statement.js';
import { storedText } from '../../../platform/database/stored-text.js';
import { isBanned } from '../restrictions/room-restriction.entity.js';
import type { ChannelDirectoryGrant, RoomGrant } from '../room.policy.js';
import { INVITED_ROOM, invitedRoomColumns, invitedRooms, toInvitedRoom } from './invited-room.rows.js';

/** The state of a room that decides which users may see it. */
export interface OpenRoom {
  readonly type: InvitedRoom['type'];
  readonly isPublic: boolean;
  readonly joinApprovalRequired: boolean;
  /** Whether the user who wants to see it is banned from it. */
  readonly isBanned: boolean;
}

/** The search of one page. */
export interface ChannelQuery {
  /** The beginning of a name; undefined: all channels. */
  readonly beginning: string | undefined;
  /** The last channel of the page before. */
  readonly after: ChannelPlace | undefined;
  readonly limit: number;
}

/** The position of a channel in the directory. */
export interface ChannelPlace {
  readonly place: string;
  readonly id: string;
}

/** The first channels of a list that fit in an answer. */
export interface ChannelPart {
  readonly channels: readonly ListedChannel[];
  /** The last of them, if more follow. */
  readonly end: ChannelPlace | undefined;
  /** Whether fewer are listed than were requested, because no more fit. */
  readonly truncated: boolean;
}

const NO_PLACE: ChannelPlace = { place: '', id: '00000000-0000-0000-0000-000000000000' };

/** Rooms as users see them who may join them. Raw SQL: it counts members, and reads along an index of expressions. */
@Injectable()
export class RoomPreviewsRepository {
  private readonly answerBytes: number;

  constructor(
    private readonly source: DataSource,
    limits: Limits,
  ) {
    this.answerBytes = limits.answerBytes;
  }

  /** @returns undefined if there is no such room */
  async open(userId: number, roomId: string): Promise<OpenRoom | undefined> {
    return OPEN.row(this.source, { room: roomId, user: userId });
  }

  /** @returns undefined if the room was deleted meanwhile */
  async preview({ roomId }: RoomGrant<'room.preview'>): Promise<InvitedRoom | undefined> {
    return (await invitedRooms(this.source, [roomId])).get(roomId);
  }

  /** A page of the public Channels, in the order of their names. */
  async channels(
    { userId }: ChannelDirectoryGrant,
    { beginning = '', after, limit }: ChannelQuery,
  ): Promise<ChannelPart> {
    const { place, id } = after ?? NO_PLACE;
    const found = await CHANNELS.rows(this.source, {
      beginning: storedText(beginning),
      place,
      after: id,
      limit: limit + 1,
    });
    const named = found.slice(0, limit);
    const rows = await LISTED.rows(this.source, { rooms: named.map((each) => each.id), user: userId });
    const byId = new Map(rows.map((row) => [row.id, row]));
    const listed = named.map((each) => byId.get(each.id));
    const fit = fitting(
      listed.map((row) => (row ? toListed(row) : null)),
      this.answerBytes,
    );
    return {
      channels: fit.filter((channel) => channel !== null),
      end: fit.length < found.length ? found[fit.length - 1] : undefined,
      truncated: fit.length < named.length,
    };
  }
}

const OPEN = statement('room_previews.open', {
  parameters: { room: 'uuid', user: 'int4' },
  columns: {
    type: typed<InvitedRoom['type']>('text'),
    isPublic: 'bool',
    joinApprovalRequired: 'bool',
    isBanned: 'bool',
  },
  text: ({ room, user }) => `
    SELECT type, is_public AS "isPublic", join_approval_required AS "joinApprovalRequired",
      ${isBanned('rooms.id', user)} AS "isBanned"
    FROM rooms WHERE id = ${room} AND type <> 'OneToOneChat'`,
});

/** The key by which channels are ordered. */
const PLACE = 'folded_text(name)';

/** Along the index of public channels, whose texts are compared by their bytes. */
const CHANNELS = statement('room_previews.channels', {
  parameters: { beginning: 'text', place: 'text', after: 'uuid', limit: 'int8' },
  columns: { id: 'uuid', place: 'text' },
  text: ({ beginning, place, after, limit }) => `
    SELECT id, ${PLACE} AS place FROM rooms
    WHERE is_public AND type = 'Channel' AND ${beginsWith(PLACE, `folded_text(${beginning}::text)`)}
      AND ${PLACE} ~>=~ ${place}::text AND (${PLACE} ~>~ ${place}::text OR id > ${after})
    ORDER BY ${PLACE} USING ~<~, id LIMIT ${limit}`,
});

/** Rooms that are no longer public, and those from which the user is banned, are left out. */
const LISTED = statement('room_previews.listed', {
  parameters: { rooms: 'uuid[]', user: 'int4' },
  columns: { id: 'uuid', ...INVITED_ROOM, joined: 'bool' },
  text: ({ rooms, user }) => `
    SELECT r.id, ${invitedRoomColumns(rooms)}, EXISTS (
      SELECT FROM room_members o
      WHERE o.room_id = r.id AND o.user_id = ${user}${onWorkers(`o.room_id = ANY (${rooms})`)}) AS joined
    FROM rooms r WHERE r.id = ANY (${rooms}) AND r.is_public
      AND NOT ${isBanned('r.id', user, onWorkers(`ban.room_id = ANY (${rooms})`))}`,
});

const toListed = (row: RowOf<typeof LISTED>): ListedChannel => ({
  ...toInvitedRoom(row.id, row),
  type: 'Channel',
  joined: row.joined,
});
