import type { RoomMember, RoomObject, User } from '@parley/client';

import { mayRestrict, rightsIn } from './rights.js';

const ME = { id: 1, username: 'ada' };
const me = { id: 1 } as User;
const other = { id: 2 } as User;
const member = (...permissions: string[]) => [{ id: 1, permissions } as unknown as RoomMember];

const group = (room: object) =>
  ({ type: 'GroupChat', creator: other, admins: [other], ...room }) as unknown as RoomObject;
const channel = (room: object) =>
  ({ type: 'Channel', creator: other, moderators: [other], ...room }) as unknown as RoomObject;

it('all members can post in a group, and only admins while it is locked', () => {
  expect(rightsIn(group({ group_locked: false }), null, ME)).toMatchObject({ maySend: true, isLeader: false });
  expect(rightsIn(group({ group_locked: true }), null, ME).maySend).toBe(false);
  expect(rightsIn(group({ group_locked: true, admins: [me] }), null, ME).maySend).toBe(true);
});

it('moderators and members with the permission can post in a channel', () => {
  expect(rightsIn(channel({}), member(), ME).maySend).toBe(false);
  expect(rightsIn(channel({}), member('can_send_messages'), ME)).toMatchObject({ maySend: true, mayAdd: false });
  expect(rightsIn(channel({ moderators: [me] }), null, ME)).toMatchObject({ maySend: true, mayAdd: true });
});

it('members with the permission can add or remove members', () => {
  expect(rightsIn(group({}), member('can_add_new_participants'), ME)).toMatchObject({ mayAdd: true, mayRemove: false });
  expect(rightsIn(channel({}), member('can_remove_subscribers'), ME)).toMatchObject({ mayAdd: false, mayRemove: true });
});

it('leaders, members of a group with the permission, and both users of a direct message can pin', () => {
  expect(rightsIn(group({}), member(), ME).mayPin).toBe(false);
  expect(rightsIn(group({}), member('can_pin_messages'), ME).mayPin).toBe(true);
  expect(rightsIn(channel({ moderators: [me] }), member(), ME).mayPin).toBe(true);
  expect(rightsIn({ type: 'OneToOneChat' } as unknown as RoomObject, null, ME).mayPin).toBe(true);
});

it('only the creator can delete a group; both users can delete a direct message, and neither can leave it', () => {
  expect(rightsIn(group({ admins: [me] }), null, ME)).toMatchObject({ mayDestroy: false, mayLeave: true });
  expect(rightsIn(group({ creator: me }), null, ME)).toMatchObject({ mayDestroy: true, isLeader: true });
  const chat = { type: 'OneToOneChat' } as unknown as RoomObject;
  expect(rightsIn(chat, null, ME)).toMatchObject({ mayDestroy: true, mayLeave: false, maySend: true });
});

it('leaders can mute or ban the senders of messages, but not the creator of the room', () => {
  const room = group({ admins: [me] });
  const leader = rightsIn(room, null, ME);
  const [third, byCreator] = [{ sender: { id: 3 } as User }, { sender: other }];
  expect([third, byCreator].map((message) => mayRestrict(room, leader, message))).toEqual([true, false]);
  expect(mayRestrict(room, rightsIn(group({}), member(), ME), third)).toBe(false);
  expect(mayRestrict(null, leader, third)).toBe(false);
  expect(mayRestrict({ type: 'OneToOneChat' } as unknown as RoomObject, leader, third)).toBe(false);
});
