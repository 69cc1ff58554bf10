import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import type { GroupChat } from '@parley/protocol';

import { eventually } from '../support/eventually.js';
import { LosingPostgres } from '../support/losing-postgres.js';
import { connectMember, createGroup, sendMessage } from '../support/messaging.js';
import { users } from '../support/people.js';
import type { TestUser } from '../support/people.js';
import { Service } from '../support/service.js';

let postgres: LosingPostgres;
let parley: Service;
let alice: TestUser;
let room: GroupChat;

beforeAll(async () => {
  postgres = await LosingPostgres.start();
  parley = await Service.start({}, postgres.serviceData);
  const people = await users(parley, 'alice', 'bob');
  alice = people.alice;
  room = await createGroup(await alice.connect(), [await connectMember(people.bob)]);
});
afterAll(async () => {
  await parley.stop();
  await postgres.stop();
});

/** The state of the database that the data folder keeps. */
const kept = (): Promise<string> => readFile(join(postgres.serviceData.env.DATA_DIR!, 'epoch.json'), 'utf8');

it.each<[string, (lost: GroupChat) => Promise<{ readonly text: string; readonly reaches: object }>]>([
  [
    'a message',
    async ({ id }) => {
      const device = await alice.connect();
      const { seq } = await sendMessage(device, room, 'lost');
      const { meta } = await device.request('session.sync', {});
      const { epoch } = meta as { epoch: string };
      return { text: `["${id}",${String(seq)}]`, reaches: { rooms: { [id]: seq }, epoch } };
    },
  ],
  [
    'a private change',
    async ({ id }) => {
      const device = await alice.connect();
      const { private_seq } = await device.request('draft.set', { room_id: id, content: 'lost' });
      const { meta } = await device.request('session.sync', {});
      const { epoch } = meta as { epoch: string };
      return { text: `[${String(alice.id)},${String(private_seq)}]`, reaches: { private_seq, epoch } };
    },
  ],
])('a start on a base backup that lacks %s begins an epoch, whatever others have written since', async (_, change) => {
  await parley.kill('SIGTERM');
  await postgres.keep();
  await parley.begin();
  const { text, reaches } = await change(room);
  await eventually(async () => (await kept()).includes(text));
  await parley.kill('SIGKILL');
  await postgres.goBack();
  await postgres.writeOtherThings();
  await parley.begin();
  const device = await alice.connect();
  // Each takes a number that was lost.
  await sendMessage(device, room, 'another');
  await device.request('draft.set', { room_id: room.id, content: 'another' });
  const { data } = await device.request('session.sync', reaches);
  expect(data.rooms.every(({ reset }) => reset) && (data.private?.reset ?? true)).toBe(true);
  const [present] = (await parley.parley('epoch', 'list')) as { reason: string }[];
  expect(present).toMatchObject({ reason: 'rewound' });
  await device.close();
});
