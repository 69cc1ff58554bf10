import { Sessions } from '@parley/client/people';
import { ParleyError } from '@parley/client';
import type { Outgoing } from '@parley/client';
import { ErrorCode } from '@parley/protocol';

import { TestApp } from '../support/client.js';
import { eventually } from '../support/eventually.js';
import { users } from '../support/people.js';
import type { TestUser } from '../support/people.js';
import type { Service } from '../support/service.js';
import { sharedService } from '../support/shared-services.js';

let parley: Service;
let alice: TestUser;
let bob: TestUser;
let carol: TestUser;
let alices: TestApp;
let bobs: TestApp;
let roomId: string;

beforeAll(async () => {
  parley = await sharedService();
});

beforeEach(async () => {
  ({ alice, bob, carol } = await users(parley, 'alice', 'bob', 'carol'));
  alices = await TestApp.connect(alice, parley);
  bobs = await TestApp.connect(bob, parley);
  const begins = bobs.receive('room');
  ({ id: roomId } = await alices.chat.rooms.create({ type: 'GroupChat', name: 'Friends', participants: [bob.id] }));
  await expect(begins).resolves.toMatchObject({ roomId, room: { name: 'Friends' } });
});
afterEach(async () => {
  await Promise.all([alices, bobs].map(({ chat }) => chat.close()));
});

describe('two clients of the client library', () => {
  it('exchange messages: a send is stored when it is answered, and each client receives it once', async () => {
    const [hers, his] = [alices.chat.rooms.open(roomId), bobs.chat.rooms.open(roomId)];
    const first = await hers.send('Can you hear me?');
    await bobs.expectContents('Can you hear me?');
    const second = await his.send('I can.', { replyTo: first.id });
    expect(second).toMatchObject({ seq: first.seq + 1, parent_message: { id: first.id } });
    await alices.expectContents('Can you hear me?', 'I can.');
    await bobs.expectContents('Can you hear me?', 'I can.');
    expect(hers.messages).toEqual([first, second]);
  });

  it('list the sessions of their user and end them, and both are refused offline', async () => {
    const sessions = new Sessions(alices.chat);
    const [own] = await sessions.list();
    expect(own).toMatchObject({ current: true });
    const stopped = alices.receive('state', (state) => state === 'stopped');
    await sessions.close(own!.id!);
    await stopped;
    await expect(sessions.list()).rejects.toMatchObject({ code: 'offline' });
    await expect(sessions.close(own!.id!)).rejects.toMatchObject({ code: 'offline' });
  });

  it('send and edit what a message carries: mentions, metadata, a kind, and no notification', async () => {
    const room = alices.chat.rooms.open(roomId);
    const carried = { mentions: [bob.id], mentionRoom: true, metadata: { a: 1 }, kind: 'card', silent: true };
    const message = await room.send('@bob', carried);
    expect(message).toMatchObject({
      mentions: [{ id: bob.id }],
      mention_room: true,
      metadata: { a: 1 },
      kind: 'card',
    });
    const edited = bobs.receive('edited');
    await room.edit(message.id, undefined, { mentions: [], metadata: { b: 2 } });
    await expect(edited).resolves.toMatchObject({
      message: { content: '@bob', mentions: [], mention_room: true, metadata: { b: 2 } },
    });
  });

  it('show a message as pending until it is stored or refused', async () => {
    const room = alices.chat.rooms.open(roomId);
    const sent = room.send('soon');
    expect(room.messages).toMatchObject([{ content: 'soon', pending: true }]);
    const stored = await sent;
    expect(room.messages).toEqual([stored]);
    const outgoing = alices.receive('outgoing', ({ pending }) => !pending);
    const refusal = await room.send('').catch((error: unknown) => error as ParleyError);
    expect(refusal).toBeInstanceOf(ParleyError);
    expect(refusal).toMatchObject({ code: ErrorCode.invalid });
    const failed = await outgoing;
    expect(failed).toMatchObject({ pending: false, error: refusal });
    expect(room.messages).toEqual([stored, failed]);
    room.discard((room.messages[1] as Outgoing).client_message_id);
    expect(room.messages).toEqual([stored]);
  });

  it('see edits, reactions and deletions of a message', async () => {
    const [hers, his] = [alices.chat.rooms.open(roomId), bobs.chat.rooms.open(roomId)];
    const message = await hers.send('Helo');
    const answer = await hers.send('I mean:', { replyTo: message.id });
    await eventually(() => his.messages.length === 2);
    const edited = bobs.receive('edited');
    await hers.edit(message.id, 'Hello');
    await expect(edited).resolves.toMatchObject({ message: { id: message.id, content: 'Hello' } });
    expect(his.messages).toMatchObject([{ content: 'Hello' }, { parent_message: { content: 'Hello' } }]);
    const reaction = alices.receive('reaction');
    await his.react(message.id, '🦜');
    await expect(reaction).resolves.toMatchObject({
      type: 'add',
      message: { reactions: [{ reaction_content: '🦜' }] },
    });
    expect(hers.messages).toMatchObject([{ reactions: [{ user: { id: bob.id } }] }, {}]);
    await his.unreact(message.id, '🦜');
    const deleted = bobs.receive('deleted');
    await hers.delete(message.id);
    await expect(deleted).resolves.toEqual({ roomId, messageIds: [message.id] });
    expect(his.messages).toMatchObject([{ id: answer.id, parent_message: null }]);
  });

  it('keep the text, the attachments and the parent of a message when a short form of it arrives', async () => {
    const [hers, his] = [alices.chat.rooms.open(roomId), bobs.chat.rooms.open(roomId)];
    const parent = await hers.send('first');
    const text = 'long '.repeat(1_900);
    const picture = { media_url: 'https://example.com/a.png', media_type: 'image', mime_type: 'image/png' } as const;
    const media = [{ ...picture, metadata: { width: 64 } }];
    const message = await hers.send(text, { replyTo: parent.id, media });
    await eventually(() => his.messages.length === 2);
    const short = alices.receive('frame', ({ eventType }) => eventType === 'reaction.dispatch');
    const reaction = alices.receive('reaction');
    await his.react(message.id, '🦜');
    await expect(short).resolves.toMatchObject({ data: { message: { content_truncated: true } } });
    const { message: merged } = await reaction;
    expect(merged).toEqual({ ...message, reactions: [expect.objectContaining({ reaction_content: '🦜' })] });
    expect(hers.messages[1]).toBe(merged);
    const read = alices.receive('receipt');
    his.markRead();
    await expect(read).resolves.toMatchObject({ messages: [{}, { content: text, parent_message: { id: parent.id } }] });
    const removed = bobs.receive('reaction', ({ type }) => type === 'remove');
    await his.unreact(message.id, '🦜');
    await removed;
    const { attachments } = message;
    expect(his.messages[1]).toMatchObject({
      content: text,
      attachments,
      parent_message: { content: 'first' },
      reactions: [],
    });
  });

  it('keep the members of an open room when its settings change', async () => {
    const [hers, his] = [alices.chat.rooms.open(roomId), bobs.chat.rooms.open(roomId)];
    const before = await his.info();
    const short = bobs.receive('frame', ({ eventType }) => eventType === 'roomupdate.dispatch');
    const changed = bobs.receive('room');
    await hers.update({ name: 'Best friends' });
    expect((await short).data).not.toHaveProperty('participants');
    const { room } = await changed;
    expect(room).toEqual({
      ...before,
      name: 'Best friends',
      updated_at: room.updated_at,
      last_seq: before.last_seq + 1,
    });
    const promoted = bobs.receive('room');
    await hers.setRole('add_admin', bob.id);
    await expect(promoted).resolves.toMatchObject({ room: { admins: [{ id: alice.id }, { id: bob.id }] } });
  });

  it('see who is typing until the message arrives', async () => {
    const typing = bobs.receive('typing');
    alices.chat.rooms.open(roomId).typing();
    await expect(typing).resolves.toEqual({ roomId, users: [{ id: alice.id, username: alice.username }] });
    const stopped = bobs.receive('typing');
    await alices.chat.rooms.open(roomId).send('there');
    await expect(stopped).resolves.toEqual({ roomId, users: [] });
  });

  it('see delivery and read receipts', async () => {
    const [hers, his] = [alices.chat.rooms.open(roomId), bobs.chat.rooms.open(roomId)];
    const message = await hers.send('one');
    await eventually(() => his.messages.length === 1);
    const delivered = alices.receive('delivered');
    await his.acknowledge(message.id);
    await expect(delivered).resolves.toMatchObject({ messages: [{ id: message.id, delivered_to: [bob.username] }] });
    const read = alices.receive('receipt');
    his.markRead();
    await expect(read).resolves.toMatchObject({ roomId, userId: bob.id, upToSeq: message.seq });
    expect(hers.messages).toMatchObject([{ read_receipts: [{ reader: { id: bob.id } }] }]);
  });

  it('find each other by username', async () => {
    const found = await alices.chat.find(carol.username.toUpperCase());
    expect(found).toMatchObject({ id: carol.id, username: carol.username });
    await expect(alices.chat.find(`${carol.username}x`)).rejects.toMatchObject({ code: ErrorCode.notFound });
  });

  it('find messages by search', async () => {
    const hers = alices.chat.rooms.open(roomId);
    for (const content of ['one herring', 'two herrings', 'a pike']) await hers.send(content);
    const [all, first] = [await bobs.chat.search('herring'), await bobs.chat.search('herring', { roomId, limit: 1 })];
    expect(all.results.map(({ message }) => message.content)).toEqual(['one herring', 'two herrings']);
    expect(all.results[0]).toMatchObject({ fragments: [{ text: 'one herring', matches: [[4, 11]] }] });
    expect(first.results).toEqual(all.results.slice(0, 1));
    const before = first.next_before!;
    await expect(bobs.chat.search('herring', { roomId, limit: 1, before })).resolves.toEqual({
      results: all.results.slice(1),
      next_before: null,
    });
    await expect(bobs.chat.search('?')).rejects.toMatchObject({ code: ErrorCode.invalid });
  });

  it('see members join and leave', async () => {
    const carols = await TestApp.connect(carol, parley);
    const [comes, enters] = [bobs.receive('members'), carols.receive('room')];
    await alices.chat.rooms.open(roomId).add(carol.id);
    await expect(comes).resolves.toMatchObject({ roomId, added: [carol.username], by: alice.username });
    await expect(enters).resolves.toMatchObject({ roomId });
    const [leaves, left] = [bobs.receive('members'), carols.receive('left')];
    await carols.chat.rooms.open(roomId).leave();
    await expect(leaves).resolves.toMatchObject({ removed: [carol.username], by: 'self' });
    await expect(left).resolves.toMatchObject({ roomId, message: expect.any(String) as string });
    await carols.chat.close();
  });

  it('see the presence of each other', async () => {
    const gone = alices.receive('presence', ([first]) => first?.status === 'offline');
    await eventually(async () => {
      const [first] = await alices.chat.watchPresence(bob.id, carol.id);
      return first?.user_id === bob.id && first.status === 'online';
    });
    await bobs.chat.close();
    await expect(gone).resolves.toMatchObject([{ user_id: bob.id }]);
  });

  it('list the members of a room', async () => {
    const { data } = await alices.chat.ask('room.members', { room_id: roomId, limit: 1 });
    expect(data).toMatchObject({
      members: [{ id: alice.id, role: 'creator' }],
      next_cursor: expect.any(String) as string,
    });
  });

  it('read the history and list their rooms', async () => {
    const hers = alices.chat.rooms.open(roomId);
    for (const content of ['1', '2', '3', '4', '5']) await hers.send(content);
    const carols = await TestApp.connect(carol, parley);
    const enters = carols.receive('room');
    await hers.add(carol.id);
    await enters;
    const room = carols.chat.rooms.open(roomId);
    await expect(room.history({ limit: 2 })).resolves.toMatchObject({ more: true, messages: [{}, {}] });
    await expect(room.history()).resolves.toMatchObject({ more: false });
    expect(room.messages.map(({ content }) => content)).toEqual(['1', '2', '3', '4', '5']);
    await expect(carols.chat.rooms.list()).resolves.toMatchObject({
      rooms: [{ id: roomId, name: 'Friends' }],
      next: null,
    });
    await expect(room.info()).resolves.toMatchObject({ id: roomId, member_count: 3 });
    await carols.chat.close();
  });

  it('receive an error for an invalid request, and for a request while offline', async () => {
    await expect(alices.chat.rooms.open(alices.chat.state).info()).rejects.toMatchObject({ code: ErrorCode.invalid });
    await alices.chat.close();
    await expect(alices.chat.rooms.list()).rejects.toMatchObject({ code: 'offline' });
  });
});
