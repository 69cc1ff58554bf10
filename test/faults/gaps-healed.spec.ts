import { eventually } from '../support/eventually.js';
import { FaultyNodes } from '../support/faulty-nodes.js';
import { metric } from '../support/metrics.js';
import { users } from '../support/people.js';
import { createGroup, connectMember, sendMessage } from '../support/messaging.js';

const MESSAGES = 5;
const HEALED = 'parley_gaps_healed_total';

it('a node delivers messages that Redis lost, and counts them in its metrics', async () => {
  const nodes = await FaultyNodes.start(2, 1);
  const [here, there] = nodes.services as [(typeof nodes.services)[0], (typeof nodes.services)[0]];
  const folk = await users(here, 'alice', 'bob');
  const alice = await connectMember(folk.alice);
  const bob = { user: folk.bob, device: await folk.bob.connect(there) };
  const room = await createGroup(alice.device, [bob]);

  const before = [await metric(here, HEALED), await metric(there, HEALED)];
  nodes.startFaults({ drop: 1 });
  for (let count = 1; count <= MESSAGES; count += 1) await sendMessage(alice.device, room, String(count));
  for (let count = 1; count <= MESSAGES; count += 1) {
    await expect(bob.device.receive('message.dispatch')).resolves.toMatchObject({ data: { content: String(count) } });
  }
  await eventually(async () => (await metric(there, HEALED)) === before[1]! + MESSAGES);
  expect(await metric(here, HEALED)).toBe(before[0]);
  expect(await metric(there, 'parley_gaps_passed_over_total')).toBe(0);
  await Promise.all([alice.device.close(), bob.device.close()]);
  await nodes.stop();
});
