import type { Message } from '@parley/protocol';

import { sync } from '../support/client-state.js';
import { GroupFixture } from '../support/group-fixture.js';
import { allReceive, ANY_TIME, historyOf } from '../support/messaging.js';
import type { Service } from '../support/service.js';
import { sharedService } from '../support/shared-services.js';

const MOST_BYTES = 8_192;

let parley: Service;
let fixture: GroupFixture;

beforeAll(async () => {
  parley = await sharedService();
  fixture = await GroupFixture.create(parley);
});

beforeEach(() => fixture.createRoom());
/** Every device has received what its story expects, and no more. */
afterEach(async () => {
  await expect(fixture.drain()).resolves.toEqual([]);
});

/** Bob sends, every device receives it, and history and sync have the same. */
async function sent(extra_fields: object): Promise<Message> {
  const { bobDevice, carolDevice, room } = fixture;
  const message = await fixture.sendAndDeliver(bobDevice, 'x', extra_fields);
  const [newest] = await historyOf(carolDevice, room);
  expect(newest).toEqual(message);
  const pages = await sync(carolDevice, { rooms: { [room.id]: message.seq - 1 } });
  const synced = pages.flatMap(({ rooms }) => rooms).find(({ room_id }) => room_id === room.id);
  expect(synced?.messages).toEqual([message]);
  return message;
}

async function refused(extra_fields: object): Promise<object> {
  const { code, detail } = await fixture.bobDevice.expectRefused('message.send', {
    room_id: fixture.room.id,
    content: 'x',
    extra_fields,
  });
  expect(code).toBe(4003);
  return detail as object;
}

describe('the metadata of a message', () => {
  it('are returned as they were sent', async () => {
    const metadata = {
      '': '',
      'key \u0000 🦜': ['\u0000', { '\u0001': '\u00010' }],
      numbers: [0, -1.5, 1e20, 1e-19, 9007199254740991],
      others: [true, null, {}, []],
      constructor: { prototype: 1 },
    };
    await expect(sent({ metadata })).resolves.toMatchObject({ metadata });
    const own = JSON.parse('{"b": 1, "a": 2, "__proto__": {"x": 1}}') as object;
    expect(JSON.stringify((await sent({ metadata: own })).metadata)).toBe(JSON.stringify(own));
  });

  it('are an empty object if there are none', async () => {
    for (const extra of [{}, { metadata: null }, { metadata: {} }]) {
      await expect(sent(extra)).resolves.toMatchObject({ metadata: {} });
    }
  });

  it('have at most MAX_JSON_BYTES', async () => {
    const metadata = { a: 'é'.repeat((MOST_BYTES - '{"a":""}'.length) / 2) };
    await expect(sent({ metadata })).resolves.toMatchObject({ metadata });
    await expect(refused({ metadata: { a: `${metadata.a}a` } })).resolves.toEqual({
      'extra_fields.metadata': [`Must be at most ${String(MOST_BYTES)} bytes as JSON.`],
    });
  });

  it.each([[1e21], [1e-20], ['x'], [[]], [true]])('are refused as, or with, %j', async (value) => {
    const metadata = typeof value === 'number' ? { a: [{ b: value }] } : value;
    expect(Object.keys(await refused({ metadata }))).toEqual(['extra_fields.metadata']);
  });

  it('are left out of a small change if they do not fit, which is marked', async () => {
    const { phone, bobDevice } = fixture;
    const [small, large] = [await sent({ metadata: { a: 1 } }), await sent({ metadata: { a: 'x'.repeat(5_000) } })];
    const changed: object[] = [];
    for (const { id: message_id } of [small, large]) {
      const reaction = { type: 'add', message_id, reaction_content: '👍' };
      changed.push((await phone.request('message.react', reaction)).data.message);
      await allReceive(fixture.allExcept(phone), 'reaction.dispatch');
    }
    expect(changed).toMatchObject([{ metadata: small.metadata }, { metadata: {}, metadata_truncated: true }]);
    expect(changed[0]).not.toHaveProperty('metadata_truncated');
    await expect(historyOf(bobDevice, fixture.room)).resolves.toMatchObject([{ metadata: large.metadata }, {}]);
  });

  it('are in the message that is answered, and vanish with it', async () => {
    const { bobDevice, carolDevice, room } = fixture;
    const { id, metadata } = await sent({ metadata: { a: 1 }, kind: 'card' });
    const reply = await fixture.sendAndDeliver(bobDevice, 'y', { parent_message_id: id });
    expect(reply.parent_message).toMatchObject({ id, metadata, kind: 'card' });
    await bobDevice.request('message.modify', { action: 'delete', message_id: id });
    await allReceive(fixture.allExcept(bobDevice), 'messagemodification.dispatch');
    await expect(historyOf(carolDevice, room)).resolves.toMatchObject([{ id: reply.id, parent_message: null }]);
  });
});

describe('the kind of a message', () => {
  it('is text, or what its sender named', async () => {
    for (const extra of [{}, { kind: null }, { kind: 'text' }]) {
      await expect(sent(extra)).resolves.toMatchObject({ kind: 'text' });
    }
    for (const kind of ['a', 'card', `a.b_c-9${'x'.repeat(25)}`]) {
      await expect(sent({ kind })).resolves.toMatchObject({ kind });
    }
  });

  it.each(['', 'A', '9a', 'a b', 'ä', 'a\n', 'x'.repeat(33), 7, ['a'], {}])('is refused as %j', async (kind) => {
    expect(Object.keys(await refused({ kind }))).toEqual(['extra_fields.kind']);
  });
});

describe('the time of the latest edit', () => {
  it('is null before the first one', async () => {
    const { bobDevice, carolDevice, room } = fixture;
    const message = await sent({ kind: 'card', metadata: { a: 1 } });
    expect(message.edited_at).toBeNull();
    const edit = { action: 'update', message_id: message.id, extra_fields: { content: 'y' } };
    const { data } = await bobDevice.request('message.modify', edit);
    await allReceive(fixture.allExcept(bobDevice), 'messagemodification.dispatch');
    const [edited] = await historyOf(carolDevice, room);
    expect(data).toMatchObject({ message: { edited_at: ANY_TIME, kind: 'card', metadata: { a: 1 } } });
    expect([edited!.edited_at, data]).toEqual([edited!.updated_at, { ...data, message: edited }]);
  });
});

describe('a silent message', () => {
  it('counts as unread, but nobody is notified of it', async () => {
    const { bob, carol } = fixture;
    const [loud, silent] = [await sent({ silent: false }), await sent({ silent: true })];
    const firstFrames = [];
    // Two devices that connect at once share what is read of their rooms.
    for (const device of [await carol.open(), ...(await Promise.all([carol.open(), carol.open()]))]) {
      firstFrames.push(await device.receive('chat.notifications'));
      await device.close();
    }
    for (const { data, meta } of firstFrames) {
      expect(data[fixture.room.id]!.map(({ id }) => id)).toEqual([loud.id]);
      const total = Object.values(data).flat().length;
      expect(meta).toMatchObject({ total, truncated: false, unread: { [fixture.room.id]: 2 } });
    }
    const { data: rooms } = await fixture.carolDevice.request('room.list', {});
    const listed = rooms.find(({ id }) => id === fixture.room.id);
    expect(listed).toMatchObject({ unread_count: 2, last_message: { id: silent.id, sender: { id: bob.id } } });
  });

  it('is refused with another value than true or false', async () => {
    expect(Object.keys(await refused({ silent: 1 }))).toEqual(['extra_fields.silent']);
  });
});
