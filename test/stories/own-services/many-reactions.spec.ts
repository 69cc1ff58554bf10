import type { GroupChat, Message, ShortMessage } from '@parley/protocol';

import { Administration } from '../../support/administration.js';
import type { ChatClient } from '../../support/chat-client.js';
import { ClientState, syncInto } from '../../support/client-state.js';
import { snapshotOf } from '../../support/first-snapshot.js';
import { connectMember, historyOf, sendMessage } from '../../support/messaging.js';
import type { Member } from '../../support/messaging.js';
import { users } from '../../support/people.js';
import type { TestUser } from '../../support/people.js';
import { Service } from '../../support/service.js';

/** Of a user, and different ones, to a message. */
const [OF_A_USER, KINDS] = [3, 4];

let parley: Service;
let people: Record<'alice' | 'bob' | 'carol', TestUser>;
let admin: Administration;
let alice: Member;
let bob: Member;
let carol: Member;

beforeAll(async () => {
  const limits = { MAX_REACTIONS_PER_USER: String(OF_A_USER), MAX_REACTION_KINDS: String(KINDS) };
  parley = await Service.start(limits);
  people = await users(parley, 'alice', 'bob', 'carol');
  admin = await Administration.by(parley, people.alice, 'admin');
  [alice, bob, carol] = await Promise.all([
    connectMember(people.alice),
    connectMember(people.bob),
    connectMember(people.carol),
  ]);
});
afterAll(() => parley.stop());

const change = (changes: object) => admin.expect(admin.request('PATCH', 'settings/', changes));
const create = async (request: object): Promise<GroupChat> =>
  (await alice.device.request('room.create', request)).data as GroupChat;
/** A message of Alice in a room of all three. */
async function aMessage(reactions = 'many'): Promise<Message> {
  const participants = [people.bob.id, people.carol.id];
  const room = await create({ type: 'GroupChat', name: 'Team', participants, extra_fields: { reactions } });
  return sendMessage(alice.device, room, 'we won');
}
const asked = (type: string, { id, room }: Message, reaction_content: string): object => ({
  type,
  room_id: room.id,
  message_id: id,
  reaction_content,
});
const reacts = async (device: ChatClient, message: Message, content: string, type = 'add') =>
  device.request('message.react', asked(type, message, content));
const refused = async (device: ChatClient, message: Message, content: string, type = 'add') =>
  (await device.expectRefused('message.react', asked(type, message, content))).code;
const told = ({ reactions }: Pick<ShortMessage, 'reactions'>): string[] =>
  reactions.map(({ user, reaction_content }) => `${/^[a-z]+/.exec(user.username)?.[0] ?? ''} ${reaction_content}`);
const stored = async ({ id, room }: Message): Promise<Message> =>
  (await historyOf(carol.device, room)).find((message) => message.id === id)!;
const contents = async (message: Message): Promise<string[]> =>
  (await stored(message)).reactions.map(({ reaction_content: content }) => content);

describe('the reactions of a room', () => {
  it('are those of its request, else those of the deployment, and stay so', async () => {
    const group = { type: 'GroupChat', name: 'Group', participants: [people.bob.id] };
    const modes = async () => {
      const made = [
        await create(group),
        await create({ type: 'Channel', name: 'News' }),
        await create({ ...group, extra_fields: { reactions: 'many' } }),
        await create({ type: 'Channel', name: 'News', extra_fields: { reactions: 'one' } }),
      ];
      return made.map(({ reactions }) => reactions);
    };
    expect(await modes()).toEqual(['one', 'one', 'many', 'one']);
    const before = await create(group);
    const chat = await create({ type: 'OneToOneChat', participants: [people.bob.id] });
    await change({ preset: 'team' });
    expect(await modes()).toEqual(['many', 'many', 'many', 'one']);
    const later = await create({ type: 'OneToOneChat', participants: [people.carol.id] });
    expect([chat.reactions, later.reactions]).toEqual(['one', 'many']);
    const info = await alice.device.request('room.info', { room_id: before.id });
    expect(info.data).toMatchObject({ reactions: 'one' });
    const { data } = await alice.device.request('room.list', {});
    const listed = new Map(data.map(({ id, reactions }) => [id, reactions]));
    expect([before, chat, later].map(({ id }) => listed.get(id))).toEqual(['one', 'one', 'many']);
    await change({ preset: null, reactions: 'many' });
    expect((await create(group)).reactions).toBe('many');
    await change({ reactions: null });
    expect((await admin.request('PATCH', 'settings/', { reactions: 'some' })).status).toBe(400);
    await expect(
      alice.device.expectRefused('room.create', { ...group, extra_fields: { reactions: 'some' } }),
    ).resolves.toMatchObject({ code: 4003 });
  });

  it('are changed by the leaders, where there are some', async () => {
    const { room } = await aMessage('one');
    const update = { room_id: room.id, action: 'update', data: { reactions: 'many' } };
    await expect(bob.device.expectRefused('room.modify', update)).resolves.toMatchObject({ code: 4002 });
    expect((await alice.device.request('room.modify', update)).data).toMatchObject({ reactions: 'many' });
    const chat = await create({ type: 'OneToOneChat', participants: [people.bob.id] });
    await expect(alice.device.expectRefused('room.modify', { ...update, room_id: chat.id })).resolves.toMatchObject({
      code: 4003,
    });
  });
});

describe('where a member may have many reactions', () => {
  it('each is added to the others, and the one named is removed', async () => {
    const message = await aMessage();
    await reacts(bob.device, message, '👍');
    await reacts(carol.device, message, '👍');
    const { data } = await reacts(bob.device, message, '🎉');
    expect(told(data.message)).toEqual(['bob 👍', 'carol 👍', 'bob 🎉']);
    await reacts(bob.device, message, '😮');
    const first = await reacts(bob.device, message, '👍', 'remove');
    expect(told(first.data.message)).toEqual(['carol 👍', 'bob 🎉', 'bob 😮']);
    const last = await reacts(bob.device, message, '😮', 'remove');
    expect(told(last.data.message)).toEqual(['carol 👍', 'bob 🎉']);
    expect(await refused(bob.device, message, '👍', 'remove')).toBe(4004);
    await reacts(bob.device, message, '🎉', 'remove');
    expect(told(await stored(message))).toEqual(['carol 👍']);
  });

  it('the same again changes nothing, and is answered to the asker alone, without a number', async () => {
    const message = await aMessage();
    for (const content of ['👍', '❤️']) await reacts(bob.device, message, content);
    const before = await stored(message);
    for (const content of ['👍', '❤️', '❤']) {
      const again = await reacts(bob.device, message, content);
      expect(again).toMatchObject({ data: { type: 'add' }, meta: { changed: false } });
      expect(again).not.toHaveProperty('seq');
    }
    expect(await stored(message)).toEqual(before);
    expect((await sendMessage(alice.device, message.room, 'next')).seq).toBe(message.seq + 3);
  });

  it('a user has so many, and a message so many different ones', async () => {
    const message = await aMessage();
    for (const content of ['1', '2', '3']) await reacts(bob.device, message, content);
    expect(await refused(bob.device, message, '4')).toBe(4005);
    await reacts(bob.device, message, '3');
    await reacts(carol.device, message, '4');
    expect(await refused(carol.device, message, '5')).toBe(4005);
    for (const content of ['1', '2']) await reacts(carol.device, message, content);
    await reacts(bob.device, message, '3', 'remove');
    await reacts(alice.device, message, '5');
    expect(await refused(bob.device, message, '3')).toBe(4005);
    expect(await contents(message)).toEqual(['1', '2', '4', '1', '2', '5']);
  });

  it('those of two devices of a user at once all stay, up to the most', async () => {
    const message = await aMessage();
    const phone = await people.bob.connect();
    const devices = [bob.device, phone];
    const answers = await Promise.all(
      ['a', 'b', 'c', 'd'].flatMap((content) =>
        devices.map((device) => device.response(device.sendRequest('message.react', asked('add', message, content)))),
      ),
    );
    const numbered = answers.filter(({ seq }) => seq !== undefined).map(({ seq }) => seq);
    expect(new Set(numbered)).toEqual(new Set([1, 2, 3].map((nr) => message.seq + nr)));
    expect(answers.filter(({ error }) => error?.code === 4005)).not.toHaveLength(0);
    const [one, ...others] = await contents(message);
    expect(others).toHaveLength(OF_A_USER - 1);
    const removed = await Promise.all(
      devices.map((device) => device.response(device.sendRequest('message.react', asked('remove', message, one!)))),
    );
    expect(removed.filter(({ seq }) => seq !== undefined)).toHaveLength(1);
    expect(await contents(message)).toEqual(others);
    await phone.close();
  });

  it('keep them when the room changes to one, where the next replaces them', async () => {
    const message = await aMessage();
    for (const content of ['a', 'b', 'c']) await reacts(bob.device, message, content);
    const data = { room_id: message.room.id, action: 'update', data: { reactions: 'one' } };
    await alice.device.request('room.modify', data);
    expect(await contents(message)).toEqual(['a', 'b', 'c']);
    expect(await reacts(bob.device, message, 'b')).toMatchObject({ meta: { changed: false } });
    await reacts(bob.device, message, 'a', 'remove');
    expect(await contents(message)).toEqual(['b', 'c']);
    await reacts(bob.device, message, 'd');
    expect(await contents(message)).toEqual(['d']);
  });

  it('the sender has one notification of those of a user', async () => {
    const message = await aMessage();
    const waiting = async () => ((await snapshotOf(people.alice)).data[message.room.id] ?? []).map(({ id }) => id);
    await reacts(bob.device, message, 'a');
    const [first] = await waiting();
    for (const content of ['b', 'c']) await reacts(bob.device, message, content);
    await reacts(bob.device, message, 'a', 'remove');
    expect(await waiting()).toEqual([first]);
    for (const content of ['b', 'c']) await reacts(bob.device, message, content, 'remove');
    expect(await waiting()).toEqual([]);
  });

  it('are all in the data of their user', async () => {
    const message = await aMessage();
    for (const content of ['a', '\u0000b']) await reacts(carol.device, message, content);
    const { reactions } = (await parley.parley('users', 'export', people.carol.username)) as {
      reactions: { message_id: string; reaction_content: string; created_at: string }[];
    };
    const made = (await stored(message)).reactions;
    expect(reactions.filter(({ message_id: id }) => id === message.id)).toEqual(
      made.map(({ reaction_content, created_at }) => ({
        message_id: message.id,
        room_id: message.room.id,
        reaction_content,
        created_at,
      })),
    );
    expect(made).toHaveLength(2);
  });

  it('a device that was away has them all after a sync', async () => {
    const message = await aMessage();
    await reacts(bob.device, message, 'a');
    const away = new ClientState();
    await syncInto(carol.device, away);
    for (const content of ['b', 'c']) await reacts(bob.device, message, content);
    await reacts(alice.device, message, 'd');
    await reacts(bob.device, message, 'a', 'remove');
    await syncInto(carol.device, away);
    const present = await stored(message);
    expect(away.messages().find(({ id }) => id === message.id)).toEqual(present);
    expect(told(present)).toEqual(['bob b', 'bob c', 'alice d']);
  });
});

it('the first frame says how many reactions there may be', async () => {
  const device = await people.bob.open();
  const { meta } = await device.receive('chat.notifications');
  await device.close();
  expect(meta?.limits).toMatchObject({ max_reactions_per_user: OF_A_USER, max_reaction_kinds: KINDS });
});
