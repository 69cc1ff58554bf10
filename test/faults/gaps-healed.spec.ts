import { eventually } from '../support/eventually.js';
import { FaultyNodes } from '../support/faulty-nodes.js';
import { metric } from '../support/metrics.js';
import { people } from '../support/people.js';
import { groupOf, onADevice, says } from '../support/talk.js';

const MESSAGES = 5;
const HEALED = 'parley_gaps_healed_total';

it('a node delivers messages that Redis lost, and counts them in its metrics', async () => {
  const nodes = await FaultyNodes.start(2, 1);
  const [here, there] = nodes.services as [(typeof nodes.services)[0], (typeof nodes.services)[0]];
  const folk = await people(here, 'alice', 'bob');
  const alice = await onADevice(folk.alice);
  const bob = { person: folk.bob, device: await folk.bob.arrives(there) };
  const room = await groupOf(alice.device, [bob]);

  const before = [await metric(here, HEALED), await metric(there, HEALED)];
  nodes.misbehave({ drop: 1 });
  for (let count = 1; count <= MESSAGES; count += 1) await says(alice.device, room, String(count));
  for (let count = 1; count <= MESSAGES; count += 1) {
    await expect(bob.device.hears('message.dispatch')).resolves.toMatchObject({ data: { content: String(count) } });
  }
  await eventually(async () => (await metric(there, HEALED)) === before[1]! + MESSAGES);
  expect(await metric(here, HEALED)).toBe(before[0]);
  expect(await metric(there, 'parley_gaps_passed_over_total')).toBe(0);
  await Promise.all([alice.device.leaves(), bob.device.leaves()]);
  await nodes.stop();
});
