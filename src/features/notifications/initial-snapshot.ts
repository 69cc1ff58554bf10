import { Injectable } from '@nestjs/common';
import type { OutboundFrame } from '@parley/realtime/hub';
import { InitialSnapshots } from '@parley/realtime/requests';
import type { Actor, InitialSnapshot, SnapshotDeduplicator } from '@parley/realtime/requests';

import { BatchLoader } from '../../platform/async/batch-loader.js';
import { Settings } from '../../platform/config/settings.js';
import type { ClientLimits } from '../../platform/config/settings-part.js';
import { PresenceSettings } from '../presence/presence.settings.js';
import { NotificationSettings } from '../notification-levels/notification.settings.js';
import { DatabaseHistory } from '../../platform/database/history/database-history.js';
import { FirstFrameUsersRepository } from './first-frame-users.repository.js';
import type { FirstFrameUser } from './first-frame-users.repository.js';
import { InitialSnapshotReader } from './pending/initial-snapshot-reader.js';
import type { PendingRoom, PendingSnapshot } from './pending/initial-snapshot-reader.js';

/** With this many heartbeats in each threshold, one of them may be lost. */
const HEARTBEATS_PER_THRESHOLD = 2;

/**
 * `chat.notifications`, the first frame of every connection: the pending notifications of the user, and in `meta` the
 * settings that a client needs. It contains the newest notifications of each room, up to the limits; `total` and
 * `unread` count all of them, up to a number. If notifications are switched off, it only contains the counts of unread
 * messages. If they take too long, it contains none of these, and is `truncated`.
 */
@Injectable()
export class InitialSnapshotService extends InitialSnapshots {
  private readonly limits: ClientLimits;
  private readonly users: BatchLoader<number, FirstFrameUser>;

  constructor(
    private readonly reader: InitialSnapshotReader,
    private readonly presenceSettings: PresenceSettings,
    private readonly notificationSettings: NotificationSettings,
    private readonly history: DatabaseHistory,
    settings: Settings,
    users: FirstFrameUsersRepository,
  ) {
    super();
    this.limits = settings.clientLimits();
    this.users = new BatchLoader((userIds) => users.read(userIds));
  }

  override async read(actor: Actor, sessionId: string): Promise<InitialSnapshot> {
    const { epochId } = this.history;
    const { user } = actor;
    const known = this.users.load(user.id);
    const [{ rooms, numbers, invitations, isWithoutCounts }, { privateSeq }] = await Promise.all([
      this.pending(actor, known),
      known,
    ]);
    const count = rooms.reduce((sum, { shown }) => sum + shown.count, 0);
    const total = rooms.reduce((sum, { pending }) => sum + pending, 0);
    return {
      frame: {
        eventType: 'chat.notifications',
        data: Object.fromEntries(rooms.filter(hasNotifications).map(({ roomId, shown }) => [roomId, shown.json])),
        meta: {
          session_id: sessionId,
          epoch: epochId,
          heartbeat_seconds: Math.max(
            1,
            Math.floor(this.presenceSettings.inactivityThreshold / HEARTBEATS_PER_THRESHOLD),
          ),
          limits: this.limits,
          total,
          truncated: isWithoutCounts || count < total,
          unread: countsOf(rooms, ({ unread }) => unread),
          unread_mentions: countsOf(rooms, ({ unreadMentions }) => unreadMentions),
          invitations,
          ...(!actor.rooms && { private_seq: privateSeq }),
          ...(user.is_guest === true && { is_guest: true }),
        },
      },
      numbers,
      privateSeq,
      deduplicator: new MessageDeduplicator(rooms, numbers),
    };
  }

  /** If notifications are switched off, nothing is pending. */
  private async pending(actor: Actor, known: Promise<FirstFrameUser>): Promise<PendingSnapshot> {
    const snapshot = await this.reader.read(actor, known);
    if (this.notificationSettings.enabled) return snapshot;
    return { ...snapshot, rooms: snapshot.rooms.map((room) => ({ ...room, pending: 0 })) };
  }
}

/** By room, if it is not 0. */
const countsOf = (rooms: readonly PendingRoom[], count: (room: PendingRoom) => number): Record<string, number> =>
  Object.fromEntries(rooms.filter((room) => count(room) > 0).map((room) => [room.roomId, count(room)]));

const hasNotifications = ({ shown }: PendingRoom): boolean => shown.count > 0;

interface MessagesInRoom {
  readonly seqs: ReadonlySet<number>;
  /** The latest sequence number of the snapshot: later frames cannot contain its messages. */
  readonly upTo: number;
}

/**
 * The messages of a first frame, while their live frames can still arrive: in each room, up to the latest sequence
 * number of the snapshot. Rooms without a message in the first frame have no entry.
 */
class MessageDeduplicator implements SnapshotDeduplicator {
  private readonly rooms: Map<string, MessagesInRoom>;

  constructor(rooms: readonly PendingRoom[], numbers: PendingSnapshot['numbers']) {
    const entries = rooms.flatMap(({ roomId, shown: { messageSeqs: seqs } }) =>
      seqs.size > 0 ? [[roomId, { seqs, upTo: numbers.get(roomId) ?? 0 }] as const] : [],
    );
    this.rooms = new Map(entries);
  }

  get isDone(): boolean {
    return this.rooms.size === 0;
  }

  includes({ roomId, seq }: OutboundFrame): boolean {
    if (roomId === undefined || seq === undefined) return false;
    const room = this.rooms.get(roomId);
    if (!room) return false;
    if (seq >= room.upTo) this.rooms.delete(roomId);
    return room.seqs.has(seq);
  }

  forget(isPast: (roomId: string, seq: number) => boolean): void {
    for (const [roomId, { upTo }] of this.rooms) if (isPast(roomId, upTo)) this.rooms.delete(roomId);
  }
}
