import { mergeUser } from '@parley/client';
import type { MemberPage, Parley, RoomMember, User } from '@parley/client';

const PAGE_SIZE = 200;

/**
 * All members of a room. An answer may have been read before a profile changed that is reported while the answer is on
 * its way.
 * @throws ParleyError
 */
export async function readMembers(parley: Pick<Parley, 'ask' | 'on'>, roomId: string): Promise<readonly RoomMember[]> {
  const changed: User[] = [];
  const end = parley.on('profile', (user) => {
    changed.push(user);
  });
  try {
    const members: RoomMember[] = [];
    let cursor: string | null = null;
    do {
      const page = { room_id: roomId, limit: PAGE_SIZE, ...(cursor === null ? {} : { cursor }) };
      // Without `list`, the answer has members.
      const data = (await parley.ask('room.members', page)).data as MemberPage;
      members.push(...data.members);
      cursor = data.next_cursor;
    } while (cursor !== null);
    return changed.reduce<readonly RoomMember[]>(mergeUser, members);
  } finally {
    end();
  }
}
