import type { RoomMember, RoomObject } from '@parley/client';

import { loadAllTexts } from '../languages/translate.js';
import { leaveQuestion } from './leave-question.js';

beforeAll(loadAllTexts);

const member = (id: number, role: RoomMember['role'], minute: number) =>
  ({
    id,
    username: `user${String(id)}`,
    first_name: '',
    last_name: '',
    role,
    joined_at: `2026-01-01T00:0${String(minute)}:00Z`,
  }) as unknown as RoomMember;

const room = (type: 'GroupChat' | 'Channel', count: number) =>
  ({ type, creator: { id: 1 }, member_count: count }) as unknown as Exclude<RoomObject, { type: 'OneToOneChat' }>;

const creator = member(1, 'creator', 0);

it.each([
  ['GroupChat', [creator, member(2, 'member', 1), member(4, 'admin', 3), member(3, 'admin', 2)], 'user3'],
  ['GroupChat', [creator, member(3, 'member', 1), member(2, 'member', 1)], 'user2'],
  ['Channel', [creator, member(2, 'member', 1), member(3, 'moderator', 2)], 'user3'],
] as const)('the creator of a %s learns who becomes the creator', (type, members, successor) => {
  const text = leaveQuestion(room(type, members.length), members, 1);
  expect(text).toContain('You are the creator of this room.');
  expect(text).toContain(`becomes the creator: ${successor}.`);
});

it('before the members are loaded, the creator learns the rule', () => {
  expect(leaveQuestion(room('Channel', 3), null, 1)).toContain(
    'The moderator who joined first becomes the creator, else the member who joined first.',
  );
});

it('others learn nothing about the creator', () => {
  expect(leaveQuestion(room('GroupChat', 2), [creator, member(2, 'member', 1)], 2)).not.toContain('creator');
});

it('the last member learns that the room is deleted', () => {
  expect(leaveQuestion(room('GroupChat', 1), [creator], 1)).toContain('all its messages are deleted');
});
