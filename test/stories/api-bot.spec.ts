import { randomUUID } from 'node:crypto';

import type { ChatClient } from '../support/chat-client.js';
import { makeKey, ApiClient } from '../support/api.js';
import { users } from '../support/people.js';
import type { TestUser } from '../support/people.js';
import { Service } from '../support/service.js';
import { sharedService } from '../support/shared-services.js';
import { createGroup, historyOf, userView } from '../support/messaging.js';

let parley: Service;
let bot: TestUser;
let alice: TestUser;
let bob: TestUser;
let program: ApiClient;
let aliceDevice: ChatClient;
let bobDevice: ChatClient;

beforeAll(async () => {
  parley = await sharedService();
  ({ bot, alice, bob } = { bot: (await users(parley, 'carol')).carol, ...(await users(parley, 'alice', 'bob')) });
  program = await ApiClient.create(parley, { user: bot });
});

beforeEach(async () => {
  [aliceDevice, bobDevice] = await Promise.all([alice.connect(), bob.connect()]);
});
afterEach(() => Promise.all([aliceDevice, bobDevice].map((device) => device.close())));

describe('a bot on the HTTP API', () => {
  it('creates a room and sends messages, which members on sockets receive immediately, on any node', async () => {
    const { data: room } = await program.request('roomcreate.dispatch', 'POST', '/api/rooms/', {
      type: 'GroupChat',
      name: 'Builds',
      participants: [alice.id, bob.id],
    });
    const received = await aliceDevice.receive('roomcreate.dispatch');
    expect(received).toMatchObject({ data: { id: room.id, creator: userView(bot) }, seq: 1 });
    expect(received).not.toHaveProperty('request_id');
    await bobDevice.receive('roomcreate.dispatch');

    const sent = await program.request('message.dispatch', 'POST', `/api/rooms/${room.id}/messages/`, {
      content: 'Build 7 is green ✅\u0000',
    });
    expect(sent).toMatchObject({ room_id: room.id, seq: 2, data: { sender: userView(bot), seq: 2 } });
    for (const device of [aliceDevice, bobDevice]) {
      await expect(device.receive('message.dispatch')).resolves.toEqual(sent);
    }
    const { data: page } = await program.request('roommessages.dispatch', 'GET', `/api/rooms/${room.id}/messages/`);
    expect(page.data.messages).toEqual([sent.data]);
    await expect(aliceDevice.drain()).resolves.toEqual([]);
  });

  it('reads the answers of members by polling for new messages', async () => {
    const { data: room } = await program.request('roomcreate.dispatch', 'POST', '/api/rooms/', {
      type: 'OneToOneChat',
      participants: [alice.id],
    });
    const again = await program.request('roomcreate.dispatch', 'POST', '/api/rooms/', {
      type: 'OneToOneChat',
      participants: [alice.id],
    });
    expect(again).toMatchObject({ data: { id: room.id }, meta: { created: false } });
    const { data: requested } = await aliceDevice.request('message.send', { room_id: room.id, content: 'What is up?' });
    const path = `/api/rooms/${room.id}/messages/?after_seq=${String(requested.seq - 1)}&limit=5`;
    const { data: page } = await program.request('roommessages.dispatch', 'GET', path);
    expect(page.data.messages.map(({ content }) => content)).toEqual(['What is up?']);
    const read = await program.request('readreceipt.dispatch', 'POST', `/api/rooms/${room.id}/read/`, {
      up_to_seq: requested.seq,
    });
    expect(read.meta).toMatchObject({ user_id: bot.id, up_to_seq: requested.seq });
    await expect(aliceDevice.receive('readreceipt.dispatch')).resolves.toEqual(read);
  });

  it('can do everything that its user may do, with one route per event', async () => {
    const room = await createGroup(aliceDevice, [{ user: bob, device: bobDevice }], 'Everything');
    const channel = await aliceDevice.request('room.create', {
      type: 'Channel',
      name: 'News',
      extra_fields: { is_public: true },
    });
    const joined = await program.request('roomaddmembers.dispatch', 'POST', `/api/rooms/${channel.data.id}/join/`);
    expect(joined.data).toMatchObject({ new_members: [bot.username], added_by: 'self' });
    const left = await program.request('roomexit.dispatch', 'POST', `/api/rooms/${channel.data.id}/leave/`);
    expect(left.data.message).toBe('You left News.');
    await aliceDevice.request('room.add_members', { room_id: room.id, members: [bot.id] });
    await aliceDevice.request('room.modify', { room_id: room.id, action: 'add_admin', data: { users: [bot.id] } });

    const at = `/api/rooms/${room.id}`;
    const { data: listed } = await program.request('roomlist.dispatch', 'GET', '/api/rooms/?limit=1');
    expect(listed.map(({ id }) => id)).toEqual([room.id]);
    await expect(program.request('roominfo.dispatch', 'GET', `${at}/`)).resolves.toMatchObject({
      data: { id: room.id },
    });
    const { data: members } = await program.request('roommembers.dispatch', 'GET', `${at}/members/?limit=2`);
    expect(members.members).toHaveLength(2);
    const rest = await program.request(
      'roommembers.dispatch',
      'GET',
      `${at}/members/?cursor=${encodeURIComponent(members.next_cursor!)}`,
    );
    expect(rest.data).toMatchObject({ members: [userView(bot)], next_cursor: null });
    const renamed = await program.request('roomupdate.dispatch', 'PATCH', `${at}/`, { name: 'All of it' });
    expect(renamed.data).toMatchObject({ name: 'All of it' });
    const roles = { action: 'add_admin', users: [bob.id] };
    await expect(program.request('roomupdate.dispatch', 'POST', `${at}/roles/`, roles)).resolves.toMatchObject({
      data: { admins: expect.arrayContaining([userView(bob)]) as unknown },
    });
    await program.request('roomupdate.dispatch', 'POST', `${at}/roles/`, { ...roles, action: 'remove_admin' });
    const permissions = { action: 'add_permission', users: [bob.id], permission: ['can_add_new_participants'] };
    await program.request('roomupdate.dispatch', 'POST', `${at}/permissions/`, permissions);
    const out = await program.request('roomremovemembers.dispatch', 'DELETE', `${at}/members/${String(bob.id)}/`);
    expect(out.data).toMatchObject({ removed_members: [bob.username], removed_by: bot.username });
    const back = await program.request('roomaddmembers.dispatch', 'POST', `${at}/members/`, { members: [bob.id] });
    expect(back.data.new_members).toEqual([bob.username]);

    const { data: typing } = await program.request('messagetyping.dispatch', 'POST', `${at}/typing/`);
    expect(typing).toMatchObject({ user_id: bot.id });
    const { data: sent } = await program.request('message.dispatch', 'POST', `${at}/messages/`, { content: 'gren' });
    const of = `/api/messages/${sent.id}`;
    const edited = await program.request('messagemodification.dispatch', 'PATCH', `${of}/`, {
      content: 'green lights',
    });
    expect(edited.data).toMatchObject({ action: 'update', message: { content: 'green lights', is_edited: true } });
    const reacted = await program.request('reaction.dispatch', 'POST', `${of}/reactions/`, { reaction_content: '👍🏽' });
    expect(reacted.data.message.reactions).toMatchObject([{ user: userView(bot), reaction_content: '👍🏽' }]);
    const thumb = encodeURIComponent('👍🏽');
    const taken = await program.request('reaction.dispatch', 'DELETE', `${of}/reactions/?reaction_content=${thumb}`);
    expect(taken.data.message.reactions).toEqual([]);
    const pinned = await program.request('messagepin.dispatch', 'POST', `${of}/pin/`, { pinned: true });
    expect(pinned.data).toMatchObject({ pinned: true, message: { pinned: { by: userView(bot) } } });
    const { data: pins } = await program.request('roompins.dispatch', 'GET', `${at}/pins/?limit=1`);
    expect(pins.messages).toMatchObject([{ id: sent.id }]);
    const { data: noticed } = await program.request('roomnotices.dispatch', 'GET', `${at}/notices/?before=2`);
    expect(noticed.notices).toMatchObject([{ seq: 1, kind: 'created' }]);
    const question = { content: 'which?', extra_fields: { poll: { options: ['a', 'b'] } } };
    const { data: asked } = await program.request('message.dispatch', 'POST', `${at}/messages/`, question);
    const poll = `/api/messages/${asked.id}/poll`;
    const voted = await program.request('pollupdate.dispatch', 'POST', `${poll}/votes/`, { options: [1] });
    expect(voted.data.poll).toMatchObject({ options: [{ votes: 0 }, { votes: 1 }], own_votes: [1] });
    const over = await program.request('pollupdate.dispatch', 'POST', `${poll}/close/`);
    expect(over.data.poll.closed).toBe(true);
    const query = `/api/messages/search/?query=green&room_id=${room.id}&limit=1`;
    const { data: found } = await program.request('messagesearch.dispatch', 'GET', query);
    expect(found.results).toMatchObject([{ message: { id: sent.id } }]);
    const { data: user } = await program.request('userfind.dispatch', 'GET', `/api/users/${alice.username}/`);
    expect(user).toEqual({ ...userView(alice), custom: {} });
    const gone = await program.request('messagemodification.dispatch', 'DELETE', `${of}/`);
    expect(gone.data).toMatchObject({ action: 'delete', message_ids: [sent.id] });

    const { data: own } = await program.request('roomcreate.dispatch', 'POST', '/api/rooms/', {
      type: 'GroupChat',
      name: 'Closed',
      extra_fields: { join_approval_required: true },
    });
    await bobDevice.request('room.join', { room_id: own.id });
    const waiting = `/api/rooms/${own.id}/members/?list=join_requests`;
    await expect(program.request('joinrequests.dispatch', 'GET', waiting)).resolves.toMatchObject({
      data: { join_requests: [{ user: userView(bob) }] },
    });
    const let_in = `/api/rooms/${own.id}/join-requests/${String(bob.id)}/`;
    const approved = await program.request('roomaddmembers.dispatch', 'POST', let_in, { decision: 'approve' });
    expect(approved.data.new_members).toEqual([bob.username]);
    const deleted = await program.request('roomdelete.dispatch', 'DELETE', `/api/rooms/${own.id}/`);
    expect(deleted.data).toEqual({ room_id: own.id });
    await bobDevice.receive('roomdelete.dispatch');
  });

  it('may request a path with or without the trailing slash', async () => {
    for (const path of ['/api/rooms', '/api/rooms/', '/api/rooms?limit=1', '/api/rooms/?limit=1']) {
      await program.request('roomlist.dispatch', 'GET', path);
    }
  });
});

describe('a message forwarded over the HTTP API', () => {
  it('shows its source to members of the source room, and to no other, as on a socket', async () => {
    const secret = await createGroup(aliceDevice, [], 'Secret');
    await aliceDevice.request('room.add_members', { room_id: secret.id, members: [bot.id] });
    const { data: source } = await aliceDevice.request('message.send', { room_id: secret.id, content: 'for few' });
    const open = await createGroup(aliceDevice, [{ user: bob, device: bobDevice }], 'Open');
    await aliceDevice.request('room.add_members', { room_id: open.id, members: [bot.id] });
    const sent = { content: '', extra_fields: { forwarded_from_id: source.id } };
    const path = `/api/rooms/${open.id}/messages/`;
    const { data } = await program.request('message.dispatch', 'POST', path, sent);
    expect(data.forwarded_from).toMatchObject({ id: source.id, content: 'for few' });
    const received = await bobDevice.receive('message.dispatch');
    expect(received.data).toMatchObject({ id: data.id, is_forwarded: true, forwarded_from: null });
    await aliceDevice.request('room.remove_members', { room_id: secret.id, members: [bot.id] });
    const { data: page } = await program.request('roommessages.dispatch', 'GET', path);
    expect(page.data.messages).toMatchObject([{ id: data.id, forwarded_from: null }]);
  });
});

describe('a message sent twice over the HTTP API', () => {
  it('is stored once, by client_message_id or the header Idempotency-Key, also if concurrent', async () => {
    const room = await createGroup(aliceDevice, [], 'Once');
    await aliceDevice.request('room.add_members', { room_id: room.id, members: [bot.id] });
    const path = `/api/rooms/${room.id}/messages/`;
    const id = randomUUID();
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, at) =>
        at % 2 === 0
          ? program.request('message.dispatch', 'POST', path, { content: 'once', client_message_id: id })
          : program.request(
              'message.dispatch',
              'POST',
              path,
              { content: 'once' },
              { headers: { 'Idempotency-Key': id } },
            ),
      ),
    );
    expect(new Set(answers.map(({ data }) => data.id)).size).toBe(1);
    expect(answers.filter(({ meta }) => meta?.duplicate !== true)).toHaveLength(1);
    const upper = { headers: { 'Idempotency-Key': id.toUpperCase() } };
    const later = await program.request('message.dispatch', 'POST', path, { content: 'once' }, upper);
    expect(later).toMatchObject({
      data: { id: answers[0]!.data.id, client_message_id: id },
      meta: { duplicate: true },
    });
    expect((await historyOf(aliceDevice, room)).filter(({ content }) => content === 'once')).toHaveLength(1);
    const quoted = { headers: { 'Idempotency-Key': `"${id}"` } };
    await expect(program.request('message.dispatch', 'POST', path, { content: 'once' }, quoted)).resolves.toEqual(
      later,
    );
    for (const other of [randomUUID(), 7]) {
      const sent = { content: 'x', client_message_id: other };
      await expect(program.expectRefused('POST', path, sent, upper)).resolves.toEqual({
        status: 400,
        client_message_id: ['Differs from Idempotency-Key.'],
      });
    }
    const none = { headers: { 'Idempotency-Key': 'seven' } };
    await expect(program.expectRefused('POST', path, { content: 'x' }, none)).resolves.toEqual({
      status: 400,
      client_message_id: ['Must be a UUID.'],
    });
  });

  it('is stored once even if the service was killed between the requests', async () => {
    const mortal = await Service.start();
    try {
      const { alice: ada } = await users(mortal, 'alice');
      const { key } = await makeKey(mortal, { user: ada });
      const restless = new ApiClient(mortal, { authorization: `Bearer ${key}` });
      const { data: room } = await restless.request('roomcreate.dispatch', 'POST', '/api/rooms/', {
        type: 'GroupChat',
        name: 'Mortal',
      });
      const path = `/api/rooms/${room.id}/messages/`;
      const sent = { content: 'durable', client_message_id: randomUUID() };
      const first = await restless.request('message.dispatch', 'POST', path, sent);
      await mortal.restart('SIGKILL');
      const second = await restless.request('message.dispatch', 'POST', path, sent);
      expect(second).toEqual({ ...first, meta: { duplicate: true }, seq: second.seq });
    } finally {
      await mortal.stop();
    }
  });
});
