import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

import { grouped } from '../../platform/collections/groups.js';
import { statement, typed } from '../../platform/database/statement.js';
import type { RowOf, Types } from '../../platform/database/statement.js';
import { unlockedOnly } from '../../platform/database/unlocked-rows.js';
import { PresenceSettings } from './presence.settings.js';
import { shareARoom } from '../rooms/membership/member.rows.js';
import { NearUsersRepository } from '../rooms/membership/near-users.repository.js';
import type { OwnRoomsGrant } from '../rooms/room.policy.js';
import { isLiving } from './node.entity.js';
import type { Seen } from './presence-state.js';

/** A subscription of one user to the presence of another. */
export interface Watch {
  readonly grant: OwnRoomsGrant;
  readonly userId: number;
}

/**
 * Reads the presence of users on all nodes from the table of sessions. Raw SQL, because the clock of the database
 * decides who is online, and because permissions are checked in the same statement.
 */
@Injectable()
export class PresenceRepository {
  private readonly threshold: number;

  constructor(
    private readonly source: DataSource,
    private readonly near: NearUsersRepository,
    settings: PresenceSettings,
  ) {
    this.threshold = settings.inactivityThreshold;
  }

  /** The presence of the users that share a room with the requester now. */
  async shared(grant: OwnRoomsGrant, userIds: readonly number[]): Promise<Seen[]> {
    const users = await this.near.among(grant, userIds);
    const rows = await SHARED.rows(this.source, { users, threshold: this.threshold, watcher: grant.userId });
    return rows.map(fromRow);
  }

  /** Without a permission check: the caller must check permissions before it sends the result to a client. */
  async read(userIds: readonly number[]): Promise<Seen[]> {
    const rows = await READ.rows(this.source, { users: userIds, threshold: this.threshold });
    return rows.map(fromRow);
  }

  /** The watches, in their order, whose two users share a room now. */
  async permitted(watches: readonly Watch[]): Promise<Watch[]> {
    if (watches.length === 0) return [];
    const rows = await PERMITTED.rows(this.source, {
      watchers: watches.map(({ grant }) => grant.userId),
      users: watches.map(({ userId }) => userId),
    });
    const permitted = new Set(rows.map(({ at }) => at - 1));
    return this.withinLimits(watches.filter((_, at) => permitted.has(at)));
  }

  /** One statement for each subscription of a token that is limited to rooms. */
  private async withinLimits(watches: readonly Watch[]): Promise<Watch[]> {
    const limited = watches.filter(({ grant }) => grant.rooms);
    const near = new Map<OwnRoomsGrant, ReadonlySet<number>>();
    for (const [grant, own] of grouped(limited, (watch) => watch.grant)) {
      const userIds = own.map(({ userId }) => userId);
      near.set(grant, new Set(await this.near.among(grant, userIds)));
    }
    return watches.filter(({ grant, userId }) => !grant.rooms || near.get(grant)?.has(userId));
  }
}

/** Raw SQL, because the moments of many users are written in one statement. */
@Injectable()
export class LastSeenRepository {
  constructor(private readonly source: DataSource) {}

  /** Writes only later times than the stored ones: another node may have seen a user later. */
  async seen(moments: ReadonlyMap<number, Date>): Promise<void> {
    await SEEN_USERS.changes(this.source, { users: [...moments.keys()], moments: [...moments.values()] });
  }

  /**
   * The same for log-ins. A log-in that is locked is left out: it is being refreshed or ended, and this statement waits
   * for nobody, so it takes part in no deadlock.
   */
  async logInsSeen(moments: ReadonlyMap<string, Date>): Promise<void> {
    await SEEN_LOG_INS.changes(this.source, { log_ins: [...moments.keys()], moments: [...moments.values()] });
  }
}

const SEEN = {
  id: 'int4',
  last_seen_at: 'timestamptz | null',
  status: typed<Seen['status']>('text'),
} as const satisfies Types;

/** The presence of each user `u` by its sessions, without those of dead nodes. */
const seen = ({ users, threshold }: Readonly<Record<'users' | 'threshold', string>>): string => `
  SELECT u.id, greatest(u.last_seen_at, here.seen_at) AS last_seen_at,
    CASE WHEN here.is_active THEN 'online' WHEN here.is_active IS NULL THEN 'offline' ELSE 'away' END AS status
  FROM users u CROSS JOIN LATERAL (
    SELECT max(s.seen_at) AS seen_at, bool_or(s.seen_at >= now() - ${threshold} * interval '1 second') AS is_active
    FROM sessions s JOIN nodes n ON n.id = s.node_id WHERE s.user_id = u.id AND ${isLiving('n')}) here
  WHERE u.id = ANY (${users})`;

/**
 * The SQL condition that a user shares a room with another one, who may have deleted it as a OneToOneChat: then the
 * room is still that of the pair.
 */
const mayWatch = (watcher: string, other: string): string => `(${shareARoom(watcher, other)} OR EXISTS (
  SELECT FROM room_pairs pair JOIN user_rooms own ON own.room_id = pair.room_id
  WHERE own.user_id = ${watcher}
    AND pair.pair_key = least(${watcher}, ${other}) || ':' || greatest(${watcher}, ${other})))`;

const SHARED = statement('presence.shared', {
  parameters: { users: 'int4[]', threshold: 'float8', watcher: 'int4' },
  columns: SEEN,
  text: ({ watcher, ...places }) => `${seen(places)} AND ${mayWatch(watcher, 'u.id')} ORDER BY u.id`,
});

const READ = statement('presence.read', {
  parameters: { users: 'int4[]', threshold: 'float8' },
  columns: SEEN,
  text: (places) => `${seen(places)} ORDER BY u.id`,
});

const fromRow = (row: RowOf<typeof READ>): Seen => ({
  userId: row.id,
  status: row.status,
  lastSeen: row.last_seen_at,
});

const PERMITTED = statement('presence.permitted', {
  parameters: { watchers: 'int4[]', users: 'int4[]' },
  columns: { at: 'int4' },
  text: ({ watchers, users }) => `
    SELECT w.at::int AS at
    FROM unnest(${watchers}::int[], ${users}::int[]) WITH ORDINALITY AS w (watcher, user_id, at)
    WHERE ${mayWatch('w.watcher', 'w.user_id')}`,
});

const SEEN_USERS = statement('presence.seen_users', {
  parameters: { users: 'int4[]', moments: 'timestamptz[]' },
  columns: {},
  text: ({ users, moments }) => `
    UPDATE users u SET last_seen_at = s.at
    FROM (SELECT * FROM unnest(${users}::int[], ${moments}::timestamptz[]) AS seen (id, at) ORDER BY id) s
    WHERE u.id = s.id AND (u.last_seen_at IS NULL OR u.last_seen_at < s.at)`,
});

const SEEN_LOG_INS = statement('presence.seen_log_ins', {
  parameters: { log_ins: 'uuid[]', moments: 'timestamptz[]' },
  columns: {},
  text: ({ log_ins: logIns, moments }) => `
    UPDATE refresh_tokens t SET active_at = s.at
    FROM (SELECT free.family, seen.at FROM unnest(${logIns}::uuid[], ${moments}::timestamptz[]) AS seen (family, at)
      JOIN refresh_tokens free ON free.family = seen.family AND free.revoked_at IS NULL
      WHERE free.active_at IS NULL OR free.active_at < seen.at
      ${unlockedOnly('NO KEY UPDATE', 'free')}) s
    WHERE t.family = s.family`,
});
