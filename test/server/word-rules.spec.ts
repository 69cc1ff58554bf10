import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { Room } from '@parley/protocol';

import type { ChatClient } from '../support/chat-client.js';
import { outcomeOf } from '../support/command.js';
import { eventually } from '../support/eventually.js';
import { metric } from '../support/metrics.js';
import { users } from '../support/people.js';
import { Service } from '../support/service.js';

const folder = mkdtempSync(join(tmpdir(), 'parley-word-rules-'));
const file = join(folder, 'rules.json');
const RULES = [
  { match: 'exact', pattern: 'darn', action: 'mask' },
  { match: 'wildcard', pattern: 'scam*', action: 'reject' },
];
const REJECTED = { code: 4003, detail: { content: ['It contains words that are not allowed here.'] } };

let parley: Service;
let device: ChatClient;
let other: ChatClient;
let room: Room;

const write = (text: string): void => {
  writeFileSync(`${file}.new`, text);
  renameSync(`${file}.new`, file);
};

beforeAll(async () => {
  write(JSON.stringify(RULES));
  parley = await Service.start({ WORD_RULES_FILE: file });
  const { alice, bob } = await users(parley, 'alice', 'bob');
  [device, other] = await Promise.all([alice.connect(), bob.connect()]);
  room = (await device.request('room.create', { type: 'GroupChat', name: 'Friends', participants: [bob.id] })).data;
});
afterAll(async () => {
  await parley.stop();
  rmSync(folder, { recursive: true });
});

const send = (content: string, extra_fields: object = {}) =>
  device.request('message.send', { room_id: room.id, content, extra_fields });
const refusal = (content: string, extra_fields: object = {}) =>
  device.expectRefused('message.send', { room_id: room.id, content, extra_fields });

describe('word rules', () => {
  it('reject a message before it has a number, and mask the words of another', async () => {
    const { seq: before } = await send('fine');
    await expect(refusal('a \u200bＳcаmmer')).resolves.toMatchObject(REJECTED);
    const sent = await send('darn it');
    expect(sent).toMatchObject({ seq: before! + 1, data: { content: '**** it' } });
    const received = await other.receive('message.dispatch', ({ data }) => data.id === sent.data.id);
    expect(received.data.content).toBe('**** it');
    await expect(metric(parley, 'parley_word_rules_matched_total{action="reject"}')).resolves.toBeGreaterThan(0);
    await expect(metric(parley, 'parley_word_rules_matched_total{action="mask"}')).resolves.toBeGreaterThan(0);
  });

  it('apply to edits', async () => {
    const { data } = await send('fine');
    const edit = (content: string) => ({ action: 'update', message_id: data.id, extra_fields: { content } });
    await expect(device.expectRefused('message.modify', edit('scam'))).resolves.toMatchObject({
      code: 4003,
      detail: { 'extra_fields.content': REJECTED.detail.content },
    });
    await expect(device.request('message.modify', edit('Darn!'))).resolves.toMatchObject({
      data: { message: { content: '****!' } },
    });
  });

  it('apply to replies in threads and to the options of polls', async () => {
    const { data: start } = await send('start');
    await expect(send('darn', { thread_id: start.id })).resolves.toMatchObject({ data: { content: '****' } });
    await expect(refusal('Which?', { poll: { options: ['one', 'scams'] } })).resolves.toMatchObject(REJECTED);
    const poll = await send('Which?', { poll: { options: ['one', 'darn'] } });
    expect(poll.data.poll?.options.map(({ text }) => text)).toEqual(['one', '****']);
  });

  it('apply to reactions, rooms, profiles, and the other texts of a message', async () => {
    const words = REJECTED.detail.content;
    const { data } = await send('fine');
    const reaction = (reaction_content: string) => ({ type: 'add', message_id: data.id, reaction_content });
    for (const word of ['darn you', 'scam']) {
      const { detail } = await device.expectRefused('message.react', reaction(word));
      expect(detail).toEqual({ reaction_content: words });
    }
    await device.request('message.react', reaction('👍'));
    const group = { type: 'GroupChat', participants: [] };
    await expect(device.expectRefused('room.create', { ...group, name: 'scams' })).resolves.toMatchObject({
      detail: { name: words },
    });
    const made = await device.request('room.create', { ...group, name: 'darn', description: 'a darn group' });
    expect(made.data).toMatchObject({ name: '****', description: 'a **** group' });
    const modify = (changes: object) => ({ room_id: made.data.id, action: 'update', data: changes });
    const preferences = { theme: ['a scam'] };
    for (const changes of [{ description: 'scam' }, { name: 'ok', property: { preferences } }]) {
      await expect(device.expectRefused('room.modify', modify(changes))).resolves.toMatchObject({ code: 4003 });
    }
    const renamed = await device.request('room.modify', modify({ name: 'Darn!' }));
    expect(renamed.data).toMatchObject({ name: '****!', description: 'a **** group' });
    for (const profile of [{ first_name: 'Scam' }, { status: { text: 'scam' } }, { custom: { a: { scams: 1 } } }]) {
      await expect(device.expectRefused('user.update', profile)).resolves.toMatchObject({ code: 4003 });
    }
    const updated = await device.request('user.update', { last_name: 'Darn', status: { text: 'oh darn' } });
    expect(updated.data.user).toMatchObject({ last_name: '****', status: { text: 'oh ****' } });
    const media = [{ media_url: 'https://scam.example/a.png', media_type: 'image', mime_type: 'image/png' }];
    const metadata = { actions: [{ label: 'scam' }] };
    for (const extra of [{ metadata }, { kind: 'scam' }, { media }]) {
      await expect(refusal('fine', extra)).resolves.toMatchObject(REJECTED);
    }
    const edit = { action: 'update', message_id: data.id, extra_fields: { metadata } };
    await expect(device.expectRefused('message.modify', edit)).resolves.toMatchObject({ code: 4003 });
  });

  it('see a text as readers do, without Markdown', async () => {
    for (const written of ['**sc**ammer', '`sc`am', '_s_cam', '[sc](https://a.example/)am', '~~s~~_cam_']) {
      await expect(refusal(written)).resolves.toMatchObject(REJECTED);
    }
    await expect(send('a **da**rn _day_')).resolves.toMatchObject({ data: { content: 'a ******** _day_' } });
  });

  it('that have changed reject a forward of an earlier message, but not a resend of it', async () => {
    const request = { room_id: room.id, content: 'novel', client_message_id: crypto.randomUUID() };
    const { data } = await device.request('message.send', request);
    write(JSON.stringify([...RULES, { match: 'exact', pattern: 'novel', action: 'reject' }]));
    await eventually(async () => (await metric(parley, 'parley_word_rules')) === 3);
    await expect(refusal('novel')).resolves.toMatchObject(REJECTED);
    await expect(refusal('', { forwarded_from_id: data.id })).resolves.toMatchObject(REJECTED);
    const again = await device.request('message.send', request);
    expect(again).toMatchObject({ meta: { duplicate: true }, data: { id: data.id } });
  });

  it('stay as they were if the changed file has faults, which the log, the metrics and /health say', async () => {
    write('[{"match": "exact"}, 5]');
    await eventually(async () => (await metric(parley, 'parley_word_rules_current')) === 0);
    await expect(refusal('scam')).resolves.toMatchObject(REJECTED);
    const { details } = (await (await fetch(`${parley.url}/health`)).json()) as { details: Record<string, object> };
    expect(details.word_rules).toMatchObject({ status: 'degraded' });
    expect(parley.output).toMatch(
      /rule 1: action must be [^]*rule 1: pattern must be a text[^]*rule 2: must be an object/,
    );
    write('[]');
    await eventually(async () => (await metric(parley, 'parley_word_rules_current')) === 1);
    await expect(send('scam')).resolves.toMatchObject({ data: { content: 'scam' } });
  });

  it('with faults stop the start, and every fault is named', async () => {
    const faulty = join(folder, 'faulty.json');
    writeFileSync(faulty, '[{"match": "regex", "pattern": "(", "action": "mask"}, {"match": "exact"}]');
    const { output } = await Service.expectStartFailure({ WORD_RULES_FILE: faulty });
    expect(output).toMatch(/rule 1: pattern is not[^]*rule 2: action must be[^]*rule 2: pattern must be/);
  });
});

describe('parley rules test', () => {
  it('prints the verdict with the rules that match, without a database', async () => {
    const rules = join(folder, 'dry.json');
    writeFileSync(rules, JSON.stringify([...RULES, { match: 'regex', pattern: 'buy|sell', action: 'hold' }]));
    const run = (text: string) => outcomeOf(parley.serviceData, 'rules', 'test', rules, text);
    await expect(run('DARN it')).resolves.toMatchObject({
      code: 0,
      stdout: 'Masked: **** it\n  mask by exact: darn\n',
    });
    await expect(run('scams')).resolves.toMatchObject({
      code: 2,
      stdout: 'Rejected: scams\n  reject by wildcard: scam*\n',
    });
    await expect(run('buy')).resolves.toMatchObject({ code: 3, stdout: 'Held: buy\n  hold by regex: buy|sell\n' });
    await expect(run('hello')).resolves.toMatchObject({ code: 0, stdout: 'Allowed: hello\n' });
    await expect(
      outcomeOf(parley.serviceData, 'rules', 'test', join(folder, 'nowhere.json'), 'x'),
    ).resolves.toMatchObject({ code: 1, stderr: expect.stringContaining('nowhere.json') as string });
    writeFileSync(rules, '{}');
    await expect(run('hello')).resolves.toMatchObject({
      code: 1,
      stderr: expect.stringContaining('JSON list') as string,
    });
  });
});
