import { snapshotOf } from '../support/first-snapshot.js';
import { connectMember, sendMessage } from '../support/messaging.js';
import { manyUsers } from '../support/people.js';
import { watchedService } from '../support/watched-service.js';

const USERS = 30;
const MESSAGES = 20;
/** The first user connects alone, and the others in at most this many batches. */
const BATCHES = 3;
/** The messages of a room and their counts, the messages with their lists, and those to which they refer. */
const STATEMENTS_A_BATCH = 5;

describe('the first frames of users who have a Channel in common and connect at the same moment', () => {
  it('are read by statements whose number does not depend on the number of users', async () => {
    const { parley, proxy } = await watchedService();
    const [leader, ...subscribers] = await manyUsers(parley, 1 + USERS);
    const { device } = await connectMember(leader!);
    const { data: room } = await device.request('room.create', {
      type: 'Channel',
      name: 'News',
      subscribers: subscribers.map(({ id }) => id),
    });
    for (let number = 0; number < MESSAGES; number += 1) await sendMessage(device, room, `message ${String(number)}`);
    proxy.forget();
    const snapshots = await Promise.all(subscribers.map(snapshotOf));
    for (const { data, total } of snapshots) expect([data[room.id]?.length, total]).toEqual([MESSAGES, MESSAGES]);
    expect(proxy.about('messages').length).toBeLessThanOrEqual(BATCHES * STATEMENTS_A_BATCH);
    await device.close();
  });
});
