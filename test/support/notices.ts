import type { RoomNotice, RoomNoticeKind, RoomNoticePage } from '@parley/protocol';

import type { ChatClient } from './chat-client.js';
import { ANY_TIME, userView } from './messaging.js';
import type { TestUser } from './people.js';

/** The notice of a change by a user, which concerns others. */
export const notice = (
  seq: number,
  kind: RoomNoticeKind,
  actor: TestUser,
  users: readonly TestUser[] = [],
): RoomNotice => ({
  seq,
  kind,
  actor: userView(actor),
  users: users.map(userView),
  user_count: users.length,
  created_at: ANY_TIME,
});

/** The notices of a room, as the user of the device reads them. */
export async function noticesOf(device: ChatClient, room_id: string, range: object = {}): Promise<RoomNoticePage> {
  return (await device.request('room.notices', { room_id, ...range })).data;
}
