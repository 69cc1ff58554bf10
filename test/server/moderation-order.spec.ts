import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { Room } from '@parley/protocol';

import type { ChatClient } from '../support/chat-client.js';
import { ALLOW, answering, HookServer } from '../support/hook-server.js';
import { metric } from '../support/metrics.js';
import { users } from '../support/people.js';
import type { TestUser } from '../support/people.js';
import { Service } from '../support/service.js';

const folder = mkdtempSync(join(tmpdir(), 'parley-order-'));
const RULES = [
  { match: 'exact', pattern: 'darn', action: 'mask' },
  { match: 'exact', pattern: 'scam', action: 'reject' },
];
const IMAGE = { media_url: 'https://example.com/a.png', media_type: 'image', mime_type: 'image/png', file_size: 1 };

let hook: HookServer;
let parley: Service;
let bob: TestUser;
let device: ChatClient;
let bobs: ChatClient;
let outsider: ChatClient;
let room: Room;

beforeAll(async () => {
  const file = join(folder, 'rules.json');
  writeFileSync(file, JSON.stringify(RULES));
  hook = await HookServer.start();
  parley = await Service.start({ ...hook.settings, WORD_RULES_FILE: file, SCHEDULE_MIN_SECONDS: '0' });
  const people = await users(parley, 'alice', 'bob', 'carol');
  bob = people.bob;
  [device, bobs, outsider] = await Promise.all([people.alice.connect(), bob.connect(), people.carol.connect()]);
});
beforeEach(async () => {
  hook.reset();
  const group = { type: 'GroupChat', name: 'Friends', participants: [bob.id] };
  room = (await device.request('room.create', group)).data;
  hook.reset();
});
afterAll(async () => {
  await parley.stop();
  hook.stop();
  rmSync(folder, { recursive: true });
});

const update = (data: object) => device.request('room.modify', { room_id: room.id, action: 'update', data });
const message = (content: string, extra_fields: object = {}) => ({ room_id: room.id, content, extra_fields });
const edit = (message_id: string, content: string) => ({
  action: 'update',
  message_id,
  extra_fields: { content },
});
const matched = (): Promise<number> => metric(parley, 'parley_word_rules_matched_total{action="reject"}');

describe('word rules and hook', () => {
  it('come after the permission and the rules of the room, and the hook after the words', async () => {
    const { data: own } = await bobs.request('message.send', message('own'));
    const before = await matched();
    hook.reset();
    await expect(outsider.expectRefused('message.send', message('scam'))).resolves.toMatchObject({ code: 4004 });
    await update({ max_message_length: 10, media_allowed: false });
    const long = await bobs.expectRefused('message.send', message('scam, scam, scam'));
    expect(long.detail).toEqual({ content: ['Must be at most 10 characters in this room.'] });
    const pictures = await bobs.expectRefused('message.send', message('scam', { media: [IMAGE] }));
    expect(pictures.detail).toEqual({ 'extra_fields.media': ['Attachments are not allowed in this room.'] });
    const longEdit = await bobs.expectRefused('message.modify', edit(own.id, 'scam, scam, scam'));
    expect(longEdit.detail).toEqual({ 'extra_fields.content': ['Must be at most 10 characters in this room.'] });
    await device.request('room.restrict', { room_id: room.id, user_id: bob.id, kind: 'mute' });
    await expect(bobs.expectRefused('message.send', message('scam'))).resolves.toMatchObject({ code: 4002 });
    await expect(bobs.expectRefused('message.modify', edit(own.id, 'scam'))).resolves.toMatchObject({ code: 4002 });
    expect(await matched()).toBe(before);
    await device.expectRefused('message.send', message('scam'));
    expect(await matched()).toBe(before + 1);
    expect(hook.asked).toEqual([]);
  });

  it('are not asked about a message that slow mode refuses, but a resend of the first has its answer', async () => {
    await update({ slow_mode_seconds: 600 });
    const first = { ...message('first'), client_message_id: crypto.randomUUID() };
    const { data } = await bobs.request('message.send', first);
    await expect(bobs.expectRefused('message.send', message('second'))).resolves.toMatchObject({ code: 4029 });
    const again = await bobs.request('message.send', first);
    expect(again).toMatchObject({ data: { id: data.id }, meta: { duplicate: true } });
    expect(hook.contents).toEqual(['first']);
  });

  it('are not asked about an edit that changes no text', async () => {
    const { data } = await device.request('message.send', message('same'));
    await device.request('message.modify', edit(data.id, 'same'));
    expect(hook.contents).toEqual(['same']);
  });

  it('decide about a scheduled message at its time: it is stored changed, or refused with the reason', async () => {
    const schedule = (content: string) =>
      device.request('message.schedule', { ...message(content), send_at: new Date(Date.now() + 500).toISOString() });
    await schedule('darn it');
    const sent = await bobs.receive('message.dispatch', ({ data }) => data.room.id === room.id);
    expect(sent.data.content).toBe('**** it');
    hook.answer = answering({ action: 'reject', reason: 'Be kind.' });
    await schedule('later');
    const refused = await device.receive('schedulecancel.dispatch');
    expect(refused.data.reason).toEqual({ code: 4003, message: 'content: Be kind.' });
    expect(hook.contents).toEqual(['**** it', 'later']);
  });

  it('decide about a forward by the text that it shows too, which cannot be changed', async () => {
    const { data: other } = await device.request('room.create', {
      type: 'GroupChat',
      name: 'Others',
      participants: [bob.id],
    });
    const { data: source } = await device.request('message.send', { ...message('news'), room_id: other.id });
    hook.answer = (response, question) => {
      const { forwarded_from_id } = question.data.extra_fields as { forwarded_from_id?: string };
      (forwarded_from_id ? answering({ action: 'reject', reason: 'No forwards.' }) : ALLOW)(response, question);
    };
    const forward = message('see', { forwarded_from_id: source.id });
    const refused = await device.expectRefused('message.send', forward);
    expect(refused).toMatchObject({ code: 4003, detail: { content: ['No forwards.'] } });
    await expect(device.request('message.send', message('see'))).resolves.toBeDefined();
  });

  it('decide about an edit: it is rejected with its reason, or stored replaced', async () => {
    const { data } = await device.request('message.send', message('fine'));
    hook.answer = answering({ action: 'reject', reason: 'Be kind.' });
    const refused = await device.expectRefused('message.modify', edit(data.id, 'worse'));
    expect(refused).toMatchObject({ code: 4003, detail: { 'extra_fields.content': ['Be kind.'] } });
    hook.answer = answering({ action: 'replace', content: 'better' });
    await expect(device.request('message.modify', edit(data.id, 'worse'))).resolves.toMatchObject({
      data: { message: { content: 'better' } },
    });
  });
});
