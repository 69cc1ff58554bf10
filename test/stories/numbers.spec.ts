import { randomUUID } from 'node:crypto';

import type { Room } from '@parley/protocol';

import { ApiClient } from '../support/api.js';
import type { ChatClient } from '../support/chat-client.js';
import { users } from '../support/people.js';
import type { TestUser } from '../support/people.js';
import type { Service } from '../support/service.js';
import { sharedService } from '../support/shared-services.js';

let parley: Service;
let bob: TestUser;
let phone: ChatClient;
let bobDevice: ChatClient;
let group: Room;
let channel: Room;

beforeAll(async () => {
  parley = await sharedService();
  const { alice, bob: other } = await users(parley, 'alice', 'bob');
  bob = other;
  [phone, bobDevice] = await Promise.all([alice.connect(), bob.connect()]);
  ({ data: group } = await phone.request('room.create', { type: 'GroupChat', name: 'x', participants: [bob.id] }));
  ({ data: channel } = await phone.request('room.create', { type: 'Channel', name: 'x', subscribers: [bob.id] }));
  await bobDevice.drain();
});

type Request = [event: string, field: string, data: (number: unknown) => object];

const inGroup = (data: object): object => ({ room_id: group.id, ...data });
const modifying = (room: Room, action: string, data: object): object => ({ room_id: room.id, action, data });
const picture = (file_size: unknown): object => ({
  media_url: 'https://x.example/a.png',
  media_type: 'image',
  mime_type: 'image/png',
  file_size,
});

const creations: Request[] = [
  ['room.create', 'participants', (id) => ({ type: 'OneToOneChat', participants: [id] })],
  ['room.create', 'participants', (id) => ({ type: 'GroupChat', name: 'x', participants: [id] })],
  ['room.create', 'participants', (id) => ({ type: 'Channel', name: 'x', participants: [id] })],
  ['room.create', 'subscribers', (id) => ({ type: 'Channel', name: 'x', subscribers: [id] })],
  [
    'room.create',
    'extra_fields.max_participants',
    (most) => ({ type: 'GroupChat', name: 'x', extra_fields: { max_participants: most } }),
  ],
  [
    'room.create',
    'extra_fields.max_subscribers',
    (most) => ({ type: 'Channel', name: 'x', extra_fields: { max_subscribers: most } }),
  ],
];

const aboutMembers = ['room.add_members', 'room.remove_members'].map((event): Request => {
  return [event, 'members', (id) => inGroup({ members: [id] })];
});

const modifications: Request[] = [
  ['room.modify', 'data.max_participants', (most) => modifying(group, 'update', { max_participants: most })],
  ['room.modify', 'data.max_subscribers', (most) => modifying(channel, 'update', { max_subscribers: most })],
  ...['add_admin', 'remove_admin'].map((action): Request => {
    return ['room.modify', 'data.users', (id) => modifying(group, action, { users: [id] })];
  }),
  ...['add_moderator', 'remove_moderator'].map((action): Request => {
    return ['room.modify', 'data.users', (id) => modifying(channel, action, { users: [id] })];
  }),
  ...['add_permission', 'remove_permission'].map((action): Request => {
    const permission = ['can_send_messages'];
    return ['room.modify', 'data.users', (id) => modifying(channel, action, { users: [id], permission })];
  }),
];

const reading: Request[] = [
  ['message.read', 'up_to_seq', (seq) => inGroup({ up_to_seq: seq })],
  ['room.list', 'limit', (limit) => ({ limit })],
  ...['page', 'size', 'before_seq', 'after_seq', 'limit'].flatMap((field): Request[] => [
    ['room.messages', field, (number) => inGroup({ [field]: number })],
    ['room.messages', `paginate.${field}`, (number) => inGroup({ paginate: { [field]: number } })],
  ]),
  [
    'message.send',
    'extra_fields.media.0.file_size',
    (size) => inGroup({ content: 'x', extra_fields: { media: [picture(size)] } }),
  ],
];

describe('a number in a request', () => {
  it.each([...creations, ...aboutMembers, ...modifications, ...reading])(
    'is refused as text: %s, %s',
    async (event, field, data) => {
      for (const text of [String(bob.id), ` ${String(bob.id)}`, '1e0', '', true]) {
        const { code, detail } = await phone.expectRefused(event, data(text));
        expect([code, Object.keys(detail)]).toEqual([4003, [field]]);
      }
      for (const device of [phone, bobDevice]) await expect(device.drain()).resolves.toEqual([]);
    },
  );
});

/** The JSON text of a value with `NUMBER` replaced by the text of a number, which JavaScript may not keep. */
const jsonWith = (number: string, value: object): string => JSON.stringify(value).replace('"NUMBER"', number);
const holders: [field: string, event: string, data: () => object][] = [
  [
    'extra_fields.media.0.metadata',
    'message.send',
    () => inGroup({ content: 'x', extra_fields: { media: [{ ...picture(1), metadata: { a: [{ b: 'NUMBER' }] } }] } }),
  ],
  [
    'extra_fields.property.preferences',
    'room.create',
    () => ({ type: 'GroupChat', name: 'x', extra_fields: { property: { preferences: { a: 'NUMBER' } } } }),
  ],
  [
    'data.property.preferences',
    'room.modify',
    () => modifying(group, 'update', { property: { preferences: { a: 'NUMBER' } } }),
  ],
];
const CHANGED = ['9007199254740993', '-9007199254740993', '1152921504606846976', '0.12345678901234567', '1e-400'];
const KEPT = ['9007199254740991', '9007199254740992', '0.30000000000000004', '-1.5', '100000000000000000000'];

describe('a number in metadata and preferences', () => {
  const answer = (event: string, data: object, number: string) => {
    const request_id = randomUUID();
    phone.sendText(jsonWith(number, { event_type: event, request_id, data }));
    return phone.response(request_id);
  };
  afterEach(() => Promise.all([phone, bobDevice].map((device) => device.drain())));

  it.each(holders)('is refused in %s if a double cannot keep it', async (field, event, data) => {
    for (const number of CHANGED) {
      const { error } = await answer(event, data(), number);
      expect([number, error?.code, Object.keys(error?.detail ?? {})]).toEqual([number, 4003, [field]]);
    }
  });

  it.each(holders)('comes back from %s if a double keeps it', async (_, event, data) => {
    for (const number of KEPT) {
      const { error, data: changed } = await answer(event, data(), number);
      expect([number, error]).toEqual([number, undefined]);
      expect(JSON.stringify(changed)).toMatch(new RegExp(`"[ab]":${String(Number(number)).replace('.', '\\.')}`));
    }
  });

  it('is refused by the HTTP API too', async () => {
    const api = await ApiClient.create(parley, { user: bob });
    const post = (number: string) => {
      const metadata = { a: 'NUMBER' };
      const body = jsonWith(number, { content: 'x', extra_fields: { media: [{ ...picture(1), metadata }] } });
      return api.send('POST', `/api/rooms/${group.id}/messages/`, body);
    };
    for (const number of CHANGED) {
      await expect(post(number)).resolves.toMatchObject({
        status: 400,
        body: { 'extra_fields.media.0.metadata': [expect.stringContaining('send it as text')] },
      });
    }
    for (const number of KEPT) {
      await expect(post(number)).resolves.toMatchObject({
        status: 200,
        body: { data: { attachments: [{ metadata: { a: Number(number) } }] } },
      });
    }
  });

  it('does not matter in a text or in a field that no event reads', async () => {
    const text = await answer('message.send', inGroup({ content: '9007199254740993', unread: 'NUMBER' }), CHANGED[0]!);
    expect(text.data).toMatchObject({ content: '9007199254740993' });
  });
});

describe('U+0000', () => {
  it('comes back in the keys and texts of metadata and preferences', async () => {
    const value = { 'a\u0000b': ['\u0000', '\u0001', '\u00010'], c: '\u0000' };
    const media = [{ ...picture(1), metadata: value }];
    const { data: message } = await phone.request('message.send', inGroup({ content: 'x', extra_fields: { media } }));
    expect(message.attachments[0]!.metadata).toEqual(value);
    const { data: page } = await bobDevice.request('room.messages', inGroup({}));
    expect(page.data.messages[0]!.attachments[0]!.metadata).toEqual(value);
    await phone.request('room.modify', modifying(group, 'update', { property: { preferences: value } }));
    const { data: room } = await bobDevice.request('room.info', inGroup({}));
    expect(room.property.preferences).toEqual(value);
  });
});
