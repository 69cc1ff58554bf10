import { PartitionableService } from '../support/partitionable-service.js';
import { users } from '../support/people.js';
import { createGroup, connectMember, sendMessage } from '../support/messaging.js';

describe('SIGTERM while the database does not answer', () => {
  it('closes the sockets with the usual code, logs no error, and ends the process', async () => {
    const partitionable = await PartitionableService.start({ SHUTDOWN_SECONDS: '3' });
    const { alice, bob } = await users(partitionable.parley, 'alice', 'bob');
    const [phone, others] = [await alice.connect(), await connectMember(bob)];
    const room = await createGroup(phone, [others]);
    await sendMessage(phone, room, 'before');
    await others.device.receive('message.dispatch');
    partitionable.cable.freeze();
    phone.sendRequest('message.send', { room_id: room.id, content: 'lost' });
    others.device.sendRequest('room.list', {});
    const exit = partitionable.parley.kill('SIGTERM');
    for (const device of [phone, others.device]) {
      await expect(device.closed()).resolves.toMatchObject({ code: 1012 });
      await expect(device.drain()).resolves.toEqual([]);
    }
    await expect(exit).resolves.toMatchObject({ signal: null });
    await partitionable.stop();
  });
});
