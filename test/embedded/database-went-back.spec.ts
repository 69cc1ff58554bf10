import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';

import type { GroupChat } from '@parley/protocol';

import { connectMember, createGroup, sendMessage } from '../support/messaging.js';
import { users } from '../support/people.js';
import type { TestUser } from '../support/people.js';
import { Service } from '../support/service.js';

let parley: Service;
let alice: TestUser;
let room: GroupChat;
/** The epoch and the position of a client that has everything. */
let epoch: string;
let position: number;

const dataFolder = (): string => parley.serviceData.env.DATA_DIR!;
const inDataFolder = (name: string): string => join(dataFolder(), name);

/** Of the stopped service, before and after its last message. */
const before = (): string => join(parley.serviceData.folder, 'before');
const after = (): string => join(parley.serviceData.folder, 'after');

beforeAll(async () => {
  parley = await Service.start();
  const people = await users(parley, 'alice', 'bob');
  alice = people.alice;
  const device = await alice.connect();
  room = await createGroup(device, [await connectMember(people.bob)]);
  await parley.kill('SIGTERM');
  cpSync(inDataFolder('database'), before(), { recursive: true });
  await parley.begin();
  const again = await alice.connect();
  position = (await sendMessage(again, room, 'lost')).seq;
  epoch = ((await again.request('session.sync', {})).meta as { epoch: string }).epoch;
  await parley.kill('SIGTERM');
  cpSync(dataFolder(), after(), { recursive: true });
});
afterEach(() => parley.kill('SIGTERM'));
afterAll(() => parley.stop());

/** Starts with the database as it was before the last message, and with what else the data folder has after it. */
async function goBack(meanwhile: () => void = () => undefined): Promise<void> {
  rmSync(dataFolder(), { recursive: true });
  cpSync(after(), dataFolder(), { recursive: true });
  rmSync(inDataFolder('database'), { recursive: true });
  cpSync(before(), inDataFolder('database'), { recursive: true });
  meanwhile();
  await parley.begin();
}

/** Whether a client that has the lost message is reset, after another message got its number. */
async function isReset(): Promise<boolean> {
  const device = await alice.connect();
  expect((await sendMessage(device, room, 'another')).seq).toBe(position);
  const { data } = await device.request('session.sync', { rooms: { [room.id]: position }, epoch });
  return data.rooms.some(({ room_id, reset }) => room_id === room.id && reset);
}

describe('a start with a database that went back', () => {
  it('begins an epoch, by what the data folder has kept of it', async () => {
    await goBack();
    expect(await isReset()).toBe(true);
    expect(parley.output).not.toContain('Nothing is known of the database');
    const [present] = (await parley.parley('epoch', 'list')) as { reason: string }[];
    expect(present).toMatchObject({ reason: 'rewound' });
    // It is known now.
    const number = ((await parley.parley('epoch', 'list')) as object[]).length;
    await parley.restart();
    expect(await parley.parley('epoch', 'list')).toHaveLength(number);
  });

  it('believes the database without that, and says so in the log', async () => {
    await goBack(() => rmSync(inDataFolder('epoch.json')));
    expect(await isReset()).toBe(false);
    expect(parley.output).toContain('Nothing is known of the database outside of it');
  });
});
