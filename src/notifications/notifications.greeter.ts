import { Injectable } from '@nestjs/common';
import type { Notification } from '@parley/protocol';
import type { OutboundFrame } from '@parley/realtime/hub';
import { Greeter } from '@parley/realtime/inbound';
import type { Actor, Welcome } from '@parley/realtime/inbound';

import { Config } from '../config/index.js';
import { toMessage } from '../messages/index.js';
import type { StoredMessage } from '../messages/index.js';
import { PendingRepository } from './pending.repository.js';
import type { PendingRoom } from './pending.repository.js';

/** A client that sends a heartbeat this often is well within the threshold, even when one is lost. */
const HEARTBEATS_PER_THRESHOLD = 2;

/**
 * `chat.notifications`, the first frame of every connection: what waits for the user, and in `meta` what a client
 * needs to know. It carries the newest of each room, as many as the limits allow; `total` and `unread` count all.
 */
@Injectable()
export class NotificationsGreeter extends Greeter {
  constructor(
    private readonly pending: PendingRepository,
    private readonly config: Config,
  ) {
    super();
  }

  override async welcome({ user }: Actor, sessionId: string): Promise<Welcome> {
    const { limits } = this.config;
    const rooms = await this.pending.of(user.id, limits.notificationsPerRoom, limits.notifications);
    const shown = rooms.flatMap(({ messages }) => messages);
    const total = rooms.reduce((sum, { pending }) => sum + pending, 0);
    const told = new Set(shown.map(({ roomId, seq }) => place(roomId, seq)));
    return {
      frame: {
        eventType: 'chat.notifications',
        data: Object.fromEntries(rooms.filter(hasMessages).map((room) => [room.roomId, room.messages.map(newMessage)])),
        meta: {
          session_id: sessionId,
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
        },
      },
      includes: ({ roomId, seq }: OutboundFrame) =>
        roomId !== undefined && seq !== undefined && told.has(place(roomId, seq)),
    };
  }

  private limits(): Record<string, number> {
    return {
      max_frame_bytes: this.config.sockets.maxFrameBytes,
      max_content_length: this.config.limits.contentLength,
      max_json_bytes: this.config.limits.jsonBytes,
      max_notifications_per_room: this.config.limits.notificationsPerRoom,
      max_notifications: this.config.limits.notifications,
    };
  }
}

const place = (roomId: string, seq: number): string => `${roomId}:${String(seq)}`;

const hasMessages = ({ messages }: PendingRoom): boolean => messages.length > 0;

/** A message is one notification to each of its readers, so it lends the notification its id. */
const newMessage = (message: StoredMessage): Notification => ({
  id: message.id,
  notification_type: 'NEW_MESSAGE',
  message: toMessage(message),
  created_at: message.createdAt.toISOString(),
});
