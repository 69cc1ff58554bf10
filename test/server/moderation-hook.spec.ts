import type { ServerResponse } from 'node:http';

import type { Room } from '@parley/protocol';
import { Webhook as Signature } from 'standardwebhooks';

import type { ChatClient } from '../support/chat-client.js';
import { eventually } from '../support/eventually.js';
import { ALLOW, answering, HOOK_SECRET, HookServer } from '../support/hook-server.js';
import type { HookAnswer } from '../support/hook-server.js';
import { metric } from '../support/metrics.js';
import { users } from '../support/people.js';
import type { TestUser } from '../support/people.js';
import { Service } from '../support/service.js';

const TIMEOUT_MS = 400;

let hook: HookServer;
let parley: Service;
let alice: TestUser;
let bob: TestUser;
let device: ChatClient;
let bobs: ChatClient;
let room: Room;
let otherRoom: Room;

const signed =
  (secret: string): HookAnswer =>
  (response, { id }) => {
    const body = '{"action": "replace", "content": "signed"}';
    const at = new Date();
    const signature = new Signature(secret).sign(id, at, body);
    const headers = { 'webhook-timestamp': String(Math.floor(at.getTime() / 1_000)), 'webhook-signature': signature };
    response.writeHead(200, headers).end(body);
  };

beforeAll(async () => {
  hook = await HookServer.start();
  parley = await Service.start({
    ...hook.settings,
    MODERATION_TIMEOUT_MS: String(TIMEOUT_MS),
    MODERATION_CONCURRENCY: '4',
  });
  ({ alice, bob } = await users(parley, 'alice', 'bob'));
  [device, bobs] = await Promise.all([alice.connect(), bob.connect()]);
  const group = { type: 'GroupChat', participants: [bob.id] };
  room = (await device.request('room.create', { ...group, name: 'Friends' })).data;
  otherRoom = (await device.request('room.create', { ...group, name: 'Others' })).data;
});
beforeEach(() => hook.reset());
afterAll(async () => {
  expect(parley.output).not.toContain('hunter2');
  expect(parley.output).not.toContain(HOOK_SECRET);
  await parley.stop();
  hook.stop();
});

const send = (content: string, more: object = {}, by = device) =>
  by.request('message.send', { room_id: room.id, content, ...more });
const outcomes = (outcome: string): Promise<number> => metric(parley, `parley_moderation_total{outcome="${outcome}"}`);
const healthOf = async (service: Service) => {
  const report = (await (await fetch(`${service.url}/health`)).json()) as { details: Record<string, object> };
  return report.details.moderation;
};

describe('the before-send hook', () => {
  it('gets what others see beside messages, and refuses it', async () => {
    const { data } = await send('hello');
    hook.reset();
    hook.judgesTexts = true;
    await device.request('user.update', { status: { text: 'away' } });
    await device.request('message.react', { type: 'add', message_id: data.id, reaction_content: 'nice' });
    await device.request('room.modify', { room_id: room.id, action: 'update', data: { description: 'a place' } });
    const sender = { id: alice.id };
    expect(hook.asked).toMatchObject([
      { type: 'text.check', data: { action: 'profile', room: null, sender, texts: ['away'], content: 'away' } },
      { type: 'text.check', data: { action: 'reaction', room: { id: room.id }, sender, texts: ['nice'] } },
      { type: 'text.check', data: { action: 'room', room: { id: room.id, type: 'GroupChat' }, texts: ['a place'] } },
    ]);
    for (const action of ['reject', 'hold', 'replace']) {
      hook.answer = answering({ action, content: 'another', reason: 'not here' });
      const { detail } = await device.expectRefused('user.update', { first_name: 'Bad' });
      expect(detail).toEqual({ first_name: ['not here'] });
    }
    // Without a decision they are allowed: nothing of them can be held.
    hook.answer = answering({ action: 'perhaps' });
    const { data: updated } = await device.request('user.update', { first_name: 'Undecided' });
    expect(updated.user.first_name).toBe('Undecided');
  });

  it('gets each message and each edit, signed, with the text before an edit', async () => {
    const client_message_id = crypto.randomUUID();
    const { data } = await send('hello', { client_message_id, extra_fields: { metadata: { a: 1 } } });
    expect(hook.asked[0]).toMatchObject({
      type: 'message.check',
      data: {
        action: 'create',
        room: { id: room.id, type: 'GroupChat' },
        sender: { id: alice.id, username: alice.username },
        content: 'hello',
        extra_fields: { metadata: { a: 1 } },
        client_message_id,
      },
    });
    await device.request('message.modify', {
      action: 'update',
      message_id: data.id,
      extra_fields: { content: 'hello again' },
    });
    expect(hook.asked[1]).toMatchObject({ data: { action: 'edit', content: 'hello again', previous: 'hello' } });
    expect(hook.asked).toHaveLength(2);
  });

  it('is not asked about an edit of a message of somebody else', async () => {
    const { data } = await send('mine');
    const edit = { action: 'update', message_id: data.id, extra_fields: { content: 'yours' } };
    await expect(bobs.expectRefused('message.modify', edit)).resolves.toMatchObject({ code: 4002 });
    expect(hook.asked).toHaveLength(1);
  });

  it('rejects a message with its reason, before the message has a number', async () => {
    const { seq } = await send('first');
    hook.answer = answering({ action: 'reject', reason: 'Be\u0000 kind. \n' });
    const refused = await device.expectRefused('message.send', { room_id: room.id, content: 'second' });
    expect(refused).toMatchObject({ code: 4003, detail: { content: ['Be kind.'] } });
    hook.answer = ALLOW;
    await expect(send('third')).resolves.toMatchObject({ seq: seq! + 1 });
  });

  it('replaces the text, by an answer with or without a right signature', async () => {
    hook.answer = answering({ action: 'replace', content: 'better', labels: ['rude'] });
    const { data } = await send('worse');
    expect(data.content).toBe('better');
    await expect(bobs.receive('message.dispatch', (frame) => frame.data.id === data.id)).resolves.toMatchObject({
      data: { content: 'better' },
    });
    hook.answer = signed(HOOK_SECRET);
    await expect(send('plain')).resolves.toMatchObject({ data: { content: 'signed' } });
  });

  it('is asked once about a message that is sent again, whose verdict stays the same', async () => {
    const request = { room_id: room.id, content: 'again', client_message_id: crypto.randomUUID() };
    const [one, other] = await Promise.all([
      device.request('message.send', request),
      device.request('message.send', request),
    ]);
    expect(one.data.id).toBe(other.data.id);
    hook.answer = answering({ action: 'reject', reason: 'No.' });
    await expect(device.request('message.send', request)).resolves.toMatchObject({ meta: { duplicate: true } });
    const unkind = { ...request, client_message_id: crypto.randomUUID() };
    await device.expectRefused('message.send', unkind);
    hook.answer = ALLOW;
    await expect(device.expectRefused('message.send', unkind)).resolves.toMatchObject({ detail: { content: ['No.'] } });
    expect(hook.asked).toHaveLength(2);
    await expect(device.request('message.send', { ...unkind, content: 'better' })).resolves.toBeDefined();
  });

  it('keeps the order of one user in a room, and a slow room delays no other', async () => {
    const held: ServerResponse[] = [];
    hook.answer = (response, question) => {
      if (question.data.content === 'slow') held.push(response);
      else ALLOW(response, question);
    };
    const slow = send('slow', {}, bobs);
    await eventually(() => held.length === 1);
    const sends = [send('next', {}, bobs)];
    const { data } = await device.request('message.send', { room_id: otherRoom.id, content: 'quick' });
    expect(data.content).toBe('quick');
    ALLOW(held[0]!, hook.asked[0]!);
    const [first, second] = [await slow, await sends[0]!];
    expect(second.seq).toBe(first.seq! + 1);
  });

  it.each<[string, HookAnswer]>([
    ['the page of a proxy', answering('<html>allow</html>')],
    ['an unknown action', answering({ action: 'ban' })],
    ['a status that is not 200', answering({ action: 'reject' }, 202)],
    ['an error', answering({ action: 'reject' }, 500)],
    ['another address', answering({ action: 'reject' }, 307, { location: '/elsewhere' })],
    ['no text to replace by', answering({ action: 'replace' })],
    ['an empty text to replace by', answering({ action: 'replace', content: '' })],
    ['a text that is too long', answering({ action: 'replace', content: 'x'.repeat(200_000) })],
    ['a reason that is no text', answering({ action: 'reject', reason: { a: 1 } })],
    ['labels that are no texts', answering({ action: 'reject', labels: [1] })],
    ['too many bytes', answering({ action: 'reject', padding: 'x'.repeat(1_100_000) })],
    ['a wrong signature', signed(`whsec_${Buffer.from('another secret of 24 bytes').toString('base64')}`)],
  ])('that answers with %s does not decide: the message is stored as it is', async (_, lie) => {
    const before = await outcomes('wrong');
    hook.answer = lie;
    await expect(send('as it is')).resolves.toMatchObject({ data: { content: 'as it is' } });
    await expect(outcomes('wrong')).resolves.toBe(before + 1);
    hook.answer = ALLOW;
    await send('the hook decides again');
    expect(hook.asked).toHaveLength(2);
  });

  it('that ends the connection does not decide', async () => {
    const before = await outcomes('away');
    hook.answer = (response) => response.destroy();
    await expect(send('as it is')).resolves.toMatchObject({ data: { content: 'as it is' } });
    await expect(outcomes('away')).resolves.toBe(before + 1);
  });

  it('that answers after its time does not decide, and its calls are in /health while they take all places', async () => {
    await expect(healthOf(parley)).resolves.toMatchObject({ status: 'up' });
    const held: ServerResponse[] = [];
    hook.answer = (response) => {
      response.writeHead(200).write('{"action": ');
      held.push(response);
    };
    const rooms = await Promise.all(
      ['a', 'b', 'c', 'd'].map((name) =>
        device.request('room.create', { type: 'GroupChat', name, participants: [bob.id] }),
      ),
    );
    const devices = await Promise.all(rooms.map(() => alice.connect()));
    const sent = rooms.map(({ data }, at) =>
      devices[at]!.request('message.send', { room_id: data.id, content: 'late' }),
    );
    await eventually(async () => (await metric(parley, 'parley_moderation_calls')) === 4);
    await expect(healthOf(parley)).resolves.toMatchObject({ status: 'degraded' });
    for (const { data } of await Promise.all(sent)) expect(data.content).toBe('late');
    for (const response of held) response.end('"reject"}');
    hook.answer = ALLOW;
    await send('on time');
    await expect(healthOf(parley)).resolves.toMatchObject({ status: 'up' });
    await Promise.all(devices.map((each) => each.close()));
  });

  it('that fails ten times in a row is not asked for a time, which /health, the metrics and the log say', async () => {
    hook.answer = answering('', 503);
    for (let time = 0; time < 10; time += 1) await send('failing');
    await expect(send('not asked')).resolves.toMatchObject({ data: { content: 'not asked' } });
    expect(hook.asked).toHaveLength(10);
    await expect(outcomes('stopped')).resolves.toBe(1);
    await expect(metric(parley, 'parley_moderation_up')).resolves.toBe(0);
    await expect(healthOf(parley)).resolves.toMatchObject({ status: 'degraded' });
    expect(parley.output).toMatch(/The hook has not decided 10 times in a row \(its status is 503\)/);
  });
});
