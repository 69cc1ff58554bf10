import type { Room } from '@parley/protocol';

import { changedMembers, membersAdded, membersRemoved } from './room.frames.js';

const room = { id: 'room' } as Room;
const people = (count: number) =>
  Array.from({ length: count }, (_, id) => ({ id, username: `${'𠀀'.repeat(140)}${String(id)}` }));

describe('the usernames of a change of members', () => {
  it('are complete and without a count if they fit', () => {
    const users = people(100);
    const { data } = membersAdded(room, changedMembers(users, 'ada'), 1);
    expect(data).toEqual({ room, new_members: users.map(({ username }) => username), added_by: 'ada' });
  });

  it('are as many as fit in 64 KiB, with the number of all', () => {
    const users = people(9_000);
    const change = changedMembers(users, 'ada');
    expect(change.userIds).toHaveLength(9_000);
    const { data } = membersRemoved(room, change, 1);
    expect(data.count).toBe(9_000);
    const bytes = Buffer.byteLength(JSON.stringify(data.removed_members));
    expect(bytes).toBeLessThanOrEqual(65_536 + 1);
    expect(bytes).toBeGreaterThan(64_000);
  });
});
