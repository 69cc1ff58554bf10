import { ParleyError } from '@parley/client';
import type { Message, Outgoing, RoomMember } from '@parley/client';

import { showLanguage } from '../languages/translate.js';
import { receiptOf, receiversOf } from './receipts.js';

beforeAll(() => showLanguage('en'));

const ME = { id: 1, username: 'ada' };
const none = new Map<number, { delivered_seq: number; read_seq: number }>();

const message = (delivered: number, read: number): Message =>
  ({
    seq: 5,
    delivered_to: Array.from({ length: delivered }, String),
    read_receipts: Array.from({ length: read }, () => ({})),
  }) as unknown as Message;

it('an unsent message is pending until it was refused', () => {
  const going = { pending: true } as Outgoing;
  expect(receiptOf(going, none, 1, ME).progress).toBe('pending');
  const refused = { ...going, pending: false, error: new ParleyError(4002, 'No.') };
  expect(receiptOf(refused, none, 1, ME).progress).toBe('failed');
});

it.each([
  [0, 0, 1, 'sent', 'Sent'],
  [1, 0, 1, 'delivered', 'Delivered'],
  [1, 1, 1, 'read', 'Read'],
  [3, 0, 4, 'delivered', 'Delivered to 3 of 4'],
  [4, 2, 4, 'partly-read', 'Read by 2 of 4'],
  [4, 4, 4, 'read', 'Read by all'],
])('delivered to %i and read by %i of %i members: %s', (delivered, read, others, progress, label) => {
  expect(receiptOf(message(delivered, read), none, others, ME)).toMatchObject({ progress, label });
});

it('marks of other members count when they are ahead of the receipts', () => {
  const marks = new Map([
    [1, { delivered_seq: 9, read_seq: 9 }],
    [2, { delivered_seq: 5, read_seq: 4 }],
    [3, { delivered_seq: 4, read_seq: 4 }],
  ]);
  expect(receiptOf(message(0, 0), marks, 2, ME).label).toBe('Delivered to 1 of 2');
  marks.set(3, { delivered_seq: 4, read_seq: 6 });
  expect(receiptOf(message(0, 0), marks, 2, ME).label).toBe('Read by 1 of 2');
});

it('lists each other member once, by the furthest state', () => {
  const members = ['ada', 'bob', 'carol', 'dan', 'eve'].map((username, at) => ({ id: at + 1, username }) as RoomMember);
  const marks = new Map([
    [2, { delivered_seq: 5, read_seq: 5 }],
    [3, { delivered_seq: 5, read_seq: 4 }],
  ]);
  const sent = { seq: 5, read_receipts: [], delivered_to: ['bob', 'dan'] };
  const { read, delivered, others } = receiversOf(sent, members, marks, ME);
  expect([read, delivered, others].map((users) => users.map(({ username }) => username))).toEqual([
    ['bob'],
    ['carol', 'dan'],
    ['eve'],
  ]);
});
