import { Injectable } from '@nestjs/common';
import type { Notification } from '@parley/protocol';
import type { OutboundFrame } from '@parley/realtime/hub';
import { InitialSnapshots } from '@parley/realtime/requests';
import type { Actor, InitialSnapshot, SnapshotDeduplicator } from '@parley/realtime/requests';
import type { Restrictable } from '@parley/realtime/restricted-part';

import { toMessage } from '../messages/message.view.js';
import { Config } from '../platform/config/config.js';
import { DatabaseHistory } from '../platform/database/history/database-history.js';
import { InitialSnapshotReader } from './initial-snapshot-reader.js';
import type { PendingSnapshot } from './initial-snapshot-reader.js';
import type { PendingRoom, StoredNotification } from './pending.repository.js';

/** With this many heartbeats in each threshold, one of them may be lost. */
const HEARTBEATS_PER_THRESHOLD = 2;

/**
 * `chat.notifications`, the first frame of every connection: the pending notifications of the user, and in `meta` the
 * settings that a client needs. It contains the newest notifications of each room, up to the limits; `total` and
 * `unread` count all of them. If notifications are switched off, it only contains the counts of unread messages.
 */
@Injectable()
export class InitialSnapshotService extends InitialSnapshots {
  constructor(
    private readonly reader: InitialSnapshotReader,
    private readonly config: Config,
    private readonly history: DatabaseHistory,
  ) {
    super();
  }

  override async read({ user }: Actor, sessionId: string): Promise<InitialSnapshot> {
    const { epochId } = this.history;
    const { rooms, numbers, invitations } = await this.pending(user.id);
    const shown = rooms.flatMap(({ notifications }) => notifications);
    const total = rooms.reduce((sum, { pending }) => sum + pending, 0);
    return {
      frame: {
        eventType: 'chat.notifications',
        data: Object.fromEntries(
          rooms.filter(hasNotifications).map((room) => [room.roomId, room.notifications.map(toNotification)]),
        ),
        meta: {
          session_id: sessionId,
          epoch: epochId,
          heartbeat_seconds: Math.max(
            1,
            Math.floor(this.config.sockets.inactivityThreshold / HEARTBEATS_PER_THRESHOLD),
          ),
          limits: this.limits(),
          total,
          truncated: shown.length < total,
          unread: Object.fromEntries(
            rooms.filter(({ unread }) => unread > 0).map((room) => [room.roomId, room.unread]),
          ),
          invitations,
        },
      },
      numbers,
      deduplicator: new MessageDeduplicator(rooms, numbers),
    };
  }

  private async pending(userId: number): Promise<PendingSnapshot> {
    const { limits, features } = this.config;
    const { notificationsPerRoom: perRoom, notifications: altogether } = limits;
    if (features.notifications) return this.reader.read(userId, { perRoom, altogether });
    const { rooms, ...rest } = await this.reader.read(userId, { perRoom: 0, altogether: 0 });
    const unnotified = rooms.map(({ roomId, unread }) => ({ roomId, unread, pending: 0, notifications: [] }));
    return { rooms: unnotified, ...rest };
  }

  private limits(): Record<string, number> {
    return {
      max_frame_bytes: this.config.sockets.maxFrameBytes,
      max_content_length: this.config.limits.contentLength,
      max_json_bytes: this.config.limits.jsonBytes,
      max_answer_bytes: this.config.limits.answerBytes,
      max_notifications_per_room: this.config.limits.notificationsPerRoom,
      max_notifications: this.config.limits.notifications,
      max_attachments: this.config.limits.attachments,
      max_bulk_ids: this.config.limits.bulkIds,
      strangers_per_hour: this.config.consent.strangersPerHour,
      max_search_words: this.config.search.words,
      events_per_second: this.config.sockets.eventsPerSecond,
      events_burst: this.config.sockets.eventsBurst,
      events_per_second_per_user: this.config.perUser.eventsPerSecond,
      events_burst_per_user: this.config.perUser.eventsBurst,
      stored_bytes_per_day: this.config.perUser.storedBytesPerDay,
      memberships_per_user: this.config.perUser.memberships,
    };
  }
}

const hasNotifications = ({ notifications }: PendingRoom): boolean => notifications.length > 0;

const toNotification = ({ id, type, message, createdAt }: StoredNotification): Restrictable<Notification> => ({
  id,
  notification_type: type,
  message: toMessage(message),
  created_at: createdAt.toISOString(),
});

interface ShownInRoom {
  readonly seqs: ReadonlySet<number>;
  /** The latest sequence number of the snapshot: later frames cannot contain its messages. */
  readonly upTo: number;
}

/**
 * The messages of a first frame, while their live frames can still arrive: in each room, up to the latest sequence
 * number of the snapshot. Rooms without a message in the first frame have no entry.
 */
class MessageDeduplicator implements SnapshotDeduplicator {
  private readonly rooms: Map<string, ShownInRoom>;

  constructor(rooms: readonly PendingRoom[], numbers: PendingSnapshot['numbers']) {
    const shown = rooms.flatMap(({ roomId, notifications }) => {
      const seqs = new Set(notifications.filter(isOfMessage).map(({ message }) => message.seq));
      return seqs.size > 0 ? [[roomId, { seqs, upTo: numbers.get(roomId) ?? 0 }] as const] : [];
    });
    this.rooms = new Map(shown);
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
}

/** A reaction has its own sequence number and frame, which its message in the first frame does not replace. */
const isOfMessage = ({ type }: StoredNotification): boolean => type !== 'REACTION';
