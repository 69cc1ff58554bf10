import type { RoomMember, User } from '@parley/client';

import { fitting } from '../switcher/matching.js';
import { searchedNames, withNickname } from './member-names.js';

const member = (id: number, username: string, nickname: string | null): RoomMember =>
  ({ id, username, first_name: '', last_name: '', nickname }) as RoomMember;
const MEMBERS = [member(1, 'ada', null), member(2, 'bob', 'Captain'), member(3, 'carol', null)];
const user = (id: number): User => ({ id }) as User;

it.each([
  ['cap', ['bob']],
  ['bob', ['bob']],
  ['ada', ['ada']],
  ['a', ['ada']],
])('a search for %j finds %j', (typed, found) => {
  const matches = fitting(MEMBERS, typed, searchedNames, 1);
  expect(matches.map(({ username }) => username)).toEqual(found);
});

it('a change replaces the nickname of its member alone', () => {
  const named = withNickname(MEMBERS, { user: user(3), nickname: 'Caz' });
  expect(named.map(({ nickname }) => nickname)).toEqual([null, 'Captain', 'Caz']);
  expect(named[1]).toBe(MEMBERS[1]);
  expect(withNickname(named, { user: user(2), nickname: null })[1]?.nickname).toBeNull();
});

it.each([
  ['an unknown user', user(9), 'Nina'],
  ['the present nickname', user(2), 'Captain'],
])('members stay the same for %s', (_, changed, nickname) => {
  expect(withNickname(MEMBERS, { user: changed, nickname })).toBe(MEMBERS);
});
