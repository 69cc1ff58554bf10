import type pg from 'pg';

import { connected } from '../support/database.js';
import { eventually } from '../support/eventually.js';
import { users } from '../support/people.js';
import { Service } from '../support/service.js';
import { createGroup, connectMember, sendMessage } from '../support/messaging.js';

let parley: Service;
let database: pg.Client;

beforeAll(async () => {
  parley = await Service.start();
  database = await connected(parley.serviceData);
});
afterAll(async () => {
  await database.end();
  await parley.stop();
});

/** The unprocessed parts of the outbox, as `after-upTo`, by room. */
async function parts(): Promise<Record<string, string[]>> {
  const { rows } = await database.query<{ room_id: string; part: string }>(
    `SELECT room_id, after || '-' || up_to || CASE WHEN ended THEN ' end' ELSE '' END AS part FROM room_feed ORDER BY id`,
  );
  const byRoom: Record<string, string[]> = {};
  for (const { room_id, part } of rows) (byRoom[room_id] ??= []).push(part);
  return byRoom;
}

const follows = (name: string): Promise<unknown> =>
  database.query('INSERT INTO feed_followers (name) VALUES ($1)', [name]);
const ceases = (): Promise<unknown> => database.query('DELETE FROM feed_followers');

describe('the outbox of rooms', () => {
  it('is empty while there is no consumer', async () => {
    const { alice, bob } = await users(parley, 'alice', 'bob');
    const [phone, bobs] = [await alice.connect(), await connectMember(bob)];
    await sendMessage(phone, await createGroup(phone, [bobs]), 'hello');
    await expect(parts()).resolves.toEqual({});
  });

  it('contains every number of a room, and its end, until a process that knows the consumer runs', async () => {
    const { alice, bob, carol } = await users(parley, 'alice', 'bob', 'carol');
    const [phone, bobs, carols] = [await alice.connect(), await connectMember(bob), await connectMember(carol)];
    const silent = await createGroup(phone, [bobs], 'Before');
    await follows('of a release to come');

    const group = await createGroup(phone, [bobs]);
    const [first] = [await sendMessage(phone, group, 'one'), await sendMessage(phone, group, 'two')];
    await phone.request('message.modify', { action: 'update', message_id: first.id, extra_fields: { content: 'uno' } });
    await phone.request('room.add_members', { room_id: group.id, members: [carol.id] });
    await sendMessage(phone, silent, 'and here');
    const { data: pair } = await carols.device.request('room.create', { type: 'OneToOneChat', participants: [bob.id] });
    await parley.parley('users', 'delete', carol.username, '--yes');
    const ended = await bobs.device.receive('roomdelete.dispatch', ({ room_id }) => room_id === pair.id);
    await parley.parley('rooms', 'delete', group.id, '--yes');
    const deleted = await bobs.device.receive('roomdelete.dispatch', ({ room_id }) => room_id === group.id);

    expect([deleted.seq, ended.seq]).toEqual([7, 2]);
    await expect(parts()).resolves.toEqual({
      [group.id]: ['0-1', '1-2', '2-3', '3-4', '4-5', '5-6', '6-7 end'],
      [silent.id]: ['1-2'],
      [pair.id]: ['0-1', '1-2 end'],
    });
    await eventually(() =>
      parley.output.includes('this process does not have the outbox consumer of a release to come'),
    );
    expect(Object.keys(await parts())).toHaveLength(3);
    await ceases();
    await eventually(async () => Object.keys(await parts()).length === 0);
  });
});
