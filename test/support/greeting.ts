import type { Notification } from '@parley/protocol';

import type { Person } from './people.js';

/** The content of the first frame of a connection. */
export interface Greeting {
  readonly data: Readonly<Record<string, readonly Notification[]>>;
  readonly total: unknown;
  readonly truncated: unknown;
  readonly unread: unknown;
}

export const NOTHING: Greeting = { data: {}, total: 0, truncated: false, unread: {} };

/** Opens a socket, reads its first frame, and closes the socket. */
export async function greeting(person: Person): Promise<Greeting> {
  const device = await person.connects();
  const { data, meta } = await device.hears('chat.notifications');
  await device.leaves();
  return { data, total: meta?.total, truncated: meta?.truncated, unread: meta?.unread };
}

/** A short form of a notification. */
export const shown = ({ notification_type: type, message }: Notification): string => `${type}: ${message.content}`;
