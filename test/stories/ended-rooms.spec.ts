import { connected } from '../support/database.js';
import { LEFT_BY_ENDED_ROOMS } from '../support/ended-rooms.js';
import { createGroup, connectMember, sendMessage } from '../support/messaging.js';
import { users } from '../support/people.js';
import { sharedService } from '../support/shared-services.js';
import { fillRoom, filledId } from '../support/skewed-rooms.js';

const MESSAGES = 700;

describe('a room with more messages than one transaction deletes', () => {
  it('ends at once, and leaves nothing behind', async () => {
    const service = await sharedService();
    const people = await users(service, 'alice', 'bob');
    const [alice, bob] = [await connectMember(people.alice), await connectMember(people.bob)];
    const room = await createGroup(alice.device, [bob]);
    const database = await connected(service.serviceData);
    const { id } = room;
    const [author, reader] = [alice.user.id, bob.user.id];
    await fillRoom(database, { id, authors: [author, reader], reader, absent: reader }, MESSAGES);
    const data = { action: 'delete', data: {} };
    await alice.device.request('room.modify', { room_id: id, ...data });
    await bob.device.receive('roomdelete.dispatch', ({ data: { room_id: ended } }) => ended === id);
    const read = { message_id: filledId(id, 100) };
    expect(await bob.device.expectRefused('message.read', read)).toMatchObject({ code: 4004 });
    expect(await bob.device.expectRefused('room.messages', { room_id: id })).toMatchObject({ code: 4004 });
    const another = await createGroup(alice.device, [bob]);
    await sendMessage(bob.device, another, 'still here');
    for (const table of LEFT_BY_ENDED_ROOMS) {
      const left = async (): Promise<unknown> =>
        (await database.query(`SELECT count(*)::int AS count FROM ${table} WHERE room_id = $1`, [id])).rows;
      await expect.poll(left).toEqual([{ count: 0 }]);
    }
  });
});
