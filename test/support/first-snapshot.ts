import type { Notification } from '@parley/protocol';

import type { TestUser } from './people.js';

/** The content of the first frame of a connection. */
export interface ShownSnapshot {
  readonly data: Readonly<Record<string, readonly Notification[]>>;
  readonly total: unknown;
  readonly truncated: unknown;
  readonly unread: unknown;
}

export const NOTHING: ShownSnapshot = { data: {}, total: 0, truncated: false, unread: {} };

/** Opens a socket, reads its first frame, and closes the socket. */
export async function snapshotOf(user: TestUser): Promise<ShownSnapshot> {
  const device = await user.open();
  const { data, meta } = await device.receive('chat.notifications');
  await device.close();
  return { data, total: meta?.total, truncated: meta?.truncated, unread: meta?.unread };
}

/** A short form of a notification. */
export const shown = ({ notification_type: type, message }: Notification): string => `${type}: ${message.content}`;
