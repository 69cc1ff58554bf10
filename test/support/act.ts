import type { GroupChat } from '@parley/protocol';

import type { TestUser } from './people.js';

/** A room, and a message of another member in it. */
export interface Scene {
  readonly room: GroupChat;
  readonly messageId: string;
  readonly persons: Readonly<Record<'other' | 'newcomer' | 'outsider' | 'member' | 'admin' | 'creator', TestUser>>;
}

/** A request as an event and as a route. */
export interface Act {
  readonly event: string;
  readonly data: (scene: Scene) => object;
  readonly route: (scene: Scene) => readonly [method: string, path: string, body?: object];
}

/** A request about the room with the same fields on a socket and over HTTP. */
export const inRoom = (event: string, path: string, fields: object): Act => ({
  event,
  data: ({ room }) => ({ room_id: room.id, ...fields }),
  route: ({ room }) => ['POST', `/api/rooms/${room.id}/${path}/`, fields],
});

export const onMessage = (event: string, path: string, fields: object): Act => ({
  event,
  data: ({ messageId }) => ({ message_id: messageId, ...fields }),
  route: ({ messageId }) => ['POST', `/api/messages/${messageId}/${path}/`, fields],
});

export const listIn = (event: string, path: string, limit: number): Act => ({
  event,
  data: ({ room }) => ({ room_id: room.id, limit }),
  route: ({ room }) => ['GET', `/api/rooms/${room.id}/${path}/?limit=${String(limit)}`],
});
