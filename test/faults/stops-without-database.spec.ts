import { Cabled } from '../support/cabled.js';
import { people } from '../support/people.js';
import { groupOf, onADevice, says } from '../support/talk.js';

describe('SIGTERM while the database does not answer', () => {
  it('closes the sockets with the usual code, logs no error, and ends the process', async () => {
    const cabled = await Cabled.start({ SHUTDOWN_SECONDS: '3' });
    const { alice, bob } = await people(cabled.parley, 'alice', 'bob');
    const [phone, others] = [await alice.arrives(), await onADevice(bob)];
    const room = await groupOf(phone, [others]);
    await says(phone, room, 'before');
    await others.device.hears('message.dispatch');
    cabled.cable.freeze();
    phone.asks('message.send', { room_id: room.id, content: 'lost' });
    others.device.asks('room.list', {});
    const exit = cabled.parley.kill('SIGTERM');
    for (const device of [phone, others.device]) {
      await expect(device.closed()).resolves.toMatchObject({ code: 1012 });
      await expect(device.rest()).resolves.toEqual([]);
    }
    await expect(exit).resolves.toMatchObject({ signal: null });
    await cabled.stop();
  });
});
