import type { Room } from '@parley/protocol';

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
  ...{ media_url: 'https://x.example/a.png', media_type: 'image', mime_type: 'image/png' },
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
