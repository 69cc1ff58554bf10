import { randomUUID } from 'node:crypto';

import type { GroupChat, SyncPage } from '@parley/protocol';

import { connected } from '../support/database.js';
import type { ChatClient } from '../support/chat-client.js';
import type { Frame } from '../support/frames.js';
import { connectMember, createGroup, sendMessage } from '../support/messaging.js';
import type { Member } from '../support/messaging.js';
import { users } from '../support/people.js';
import { Service } from '../support/service.js';

let parley: Service;
let alice: Member;
let bob: Member;
let room: GroupChat;

beforeAll(async () => {
  parley = await Service.start();
});
afterAll(() => parley.stop());

beforeEach(async () => {
  const people = await users(parley, 'alice', 'bob');
  [alice, bob] = [await connectMember(people.alice), await connectMember(people.bob)];
  room = await createGroup(alice.device, [bob]);
});
afterEach(() => Promise.all([alice, bob].map(({ device }) => device.close())));

const epochOf = ({ meta }: Pick<Frame, 'meta'>): string => (meta as { epoch: string }).epoch;

/** Opens a socket. @returns it, and the epoch of its first frame */
async function openedBy({ user }: Member): Promise<{ device: ChatClient; epoch: string }> {
  const device = await user.open();
  return { device, epoch: epochOf(await device.receive('chat.notifications')) };
}

/** The page that Bob gets for a room up to this number of an epoch. */
async function synced(position: number, epoch?: string): Promise<{ page: SyncPage; epoch: string }> {
  const answer = await bob.device.request('session.sync', { rooms: { [room.id]: position }, ...(epoch && { epoch }) });
  return { page: answer.data, epoch: epochOf(answer) };
}

/** The operator begins an epoch, and all are connected again. @returns its id */
async function beginEpoch(): Promise<string> {
  const { id } = (await parley.parley('epoch', 'new')) as { id: string };
  for (const member of [alice, bob]) {
    await expect(member.device.closed()).resolves.toEqual({ code: 1012, reason: 'sync' });
    const again = await openedBy(member);
    expect(again.epoch).toBe(id);
    Object.assign(member, { device: again.device });
  }
  return id;
}

describe('the epoch of a database', () => {
  it('is in the first frame and in each answer of a sync, and survives a restart', async () => {
    const { device, epoch } = await openedBy(alice);
    expect((await synced(0)).epoch).toBe(epoch);
    await device.close();
    await parley.restart();
    const after = await openedBy(alice);
    expect(after.epoch).toBe(epoch);
    await after.device.close();
    [alice, bob] = [await connectMember(alice.user), await connectMember(bob.user)];
  });

  it('lets a client continue that has no changes beyond the beginning of the next one', async () => {
    const first = (await synced(0)).epoch;
    const { seq } = await sendMessage(alice.device, room, 'before');
    const second = await beginEpoch();
    await sendMessage(alice.device, room, 'after');
    const { page, epoch } = await synced(seq, first);
    expect(epoch).toBe(second);
    expect(page.rooms).toMatchObject([{ reset: false, last_seq: seq + 1, messages: [{ content: 'after' }] }]);
  });

  it('resets a room of which a client has changes that the next one may lack', async () => {
    const first = (await synced(0)).epoch;
    const { seq } = await sendMessage(alice.device, room, 'before');
    await beginEpoch();
    // The number that a lost message had, and another message has now.
    await sendMessage(alice.device, room, 'after');
    const { page } = await synced(seq + 1, first);
    expect(page.rooms).toMatchObject([
      { reset: true, last_seq: seq + 1, messages: [{ content: 'before' }, { content: 'after' }] },
    ]);
    // A client that knows no epochs is believed.
    expect((await synced(seq + 1)).page.rooms).toMatchObject([{ reset: false, messages: [] }]);
  });

  it('is judged by every epoch in between', async () => {
    const first = (await synced(0)).epoch;
    const { seq } = await sendMessage(alice.device, room, 'one');
    const second = await beginEpoch();
    await sendMessage(alice.device, room, 'two');
    const third = await beginEpoch();
    expect((await synced(seq, first)).page.rooms).toMatchObject([{ reset: false, messages: [{ content: 'two' }] }]);
    expect((await synced(seq + 1, first)).page.rooms).toMatchObject([{ reset: true }]);
    expect((await synced(seq + 1, second)).page.rooms).toMatchObject([{ reset: false, messages: [] }]);
    expect((await synced(seq + 1, third)).page.rooms).toMatchObject([{ reset: false, messages: [] }]);
    const epochs = (await parley.parley('epoch', 'list')) as { id: string; parent_id: string | null; reason: string }[];
    expect(epochs.slice(0, 2)).toMatchObject([
      { id: third, parent_id: second, reason: 'declared' },
      { id: second, parent_id: first, reason: 'declared' },
    ]);
    expect(epochs.at(-1)).toMatchObject({ number: 1, parent_id: null, reason: 'installed' });
  });

  it('is a new one after a start with tables that were restored into another database', async () => {
    const first = (await synced(0)).epoch;
    const { seq } = await sendMessage(alice.device, room, 'kept');
    const database = await connected(parley.serviceData);
    await database.query("UPDATE epochs SET origin = 'another database'");
    await database.end();
    await parley.restart();
    [alice, bob] = [await connectMember(alice.user), await connectMember(bob.user)];
    const { page, epoch } = await synced(seq, first);
    expect(epoch).not.toBe(first);
    expect(page.rooms).toMatchObject([{ reset: false, messages: [] }]);
    expect(((await parley.parley('epoch', 'list')) as object[])[0]).toMatchObject({ id: epoch, reason: 'moved' });
    await parley.restart();
    [alice, bob] = [await connectMember(alice.user), await connectMember(bob.user)];
    expect((await synced(0)).epoch).toBe(epoch);
  });

  it('that is unknown resets every room, also one that is newer than the epoch', async () => {
    const { seq } = await sendMessage(alice.device, room, 'hello');
    expect((await synced(seq, randomUUID())).page.rooms).toMatchObject([{ reset: true }]);
    const first = (await synced(0)).epoch;
    await beginEpoch();
    room = await createGroup(alice.device, [bob]);
    expect((await synced(1, first)).page.rooms.find(({ room_id }) => room_id === room.id)).toMatchObject({
      reset: true,
    });
  });

  it('must be a UUID', async () => {
    const refused = await bob.device.expectRefused('session.sync', { epoch: 'the second' });
    expect(refused).toMatchObject({ code: 4003, detail: { epoch: [expect.any(String)] } });
  });
});
