import { rmSync } from 'node:fs';
import { join } from 'node:path';

import { eventually } from '../support/eventually.js';
import { LosingPostgres } from '../support/losing-postgres.js';
import { connectMember, createGroup, sendMessage } from '../support/messaging.js';
import { users } from '../support/people.js';
import { prepared } from '../support/run.js';
import { Service } from '../support/service.js';
import { SharedKeys } from '../support/shared-keys.js';

let postgres: LosingPostgres;
let nodes: Service[];

beforeAll(async () => {
  postgres = await LosingPostgres.start();
  const env = { REDIS_URL: prepared('redis').url };
  nodes = await Promise.all([1, 2].map(() => Service.start(env, postgres.serviceData)));
});
afterAll(async () => {
  await Promise.all(nodes.map((node) => node.stop()));
  await postgres.stop();
});

const killAll = (signal: 'SIGTERM' | 'SIGKILL') => Promise.all(nodes.map((node) => node.kill(signal)));

it('a node finds by Redis alone that the database lacks what another node wrote, whatever else was written', async () => {
  const [one, other] = nodes as [Service, Service];
  const { alice, bob } = await users(one, 'alice', 'bob');
  const room = await createGroup(await alice.connect(one), [await connectMember(bob)]);
  await killAll('SIGTERM');
  await postgres.keep();
  await Promise.all(nodes.map((node) => node.begin()));
  const device = await alice.connect(one);
  const { seq } = await sendMessage(device, room, 'lost');
  const { meta } = await device.request('session.sync', {});
  const { epoch } = meta as { epoch: string };
  const shared = await SharedKeys.of(postgres.serviceData);
  const noted = `["${room.id}",${String(seq)}]`;
  await eventually(async () => (await shared.list('epoch:numbers')).some((text) => text.includes(noted)));
  shared.close();
  await killAll('SIGKILL');
  rmSync(join(postgres.serviceData.env.DATA_DIR!, 'epoch.json'));
  await postgres.goBack();
  await postgres.writeOtherThings();
  await other.begin();
  const again = await alice.connect(other);
  expect((await sendMessage(again, room, 'another')).seq).toBe(seq);
  const { data } = await again.request('session.sync', { rooms: { [room.id]: seq }, epoch });
  expect(data.rooms).toMatchObject([{ room_id: room.id, reset: true }]);
  await again.close();
});
