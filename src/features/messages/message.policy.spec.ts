import type { RoomTypeName, Membership } from '../rooms/membership/membership.js';
import { messageAbility } from './message.policy.js';

type Who = Omit<Membership, 'room' | 'userId'>;
/** The messages on which an action is allowed. Actions that concern no message are allowed on all or on none. */
type Extent = 'all' | 'own' | 'none';

const PLACES: { name: string; type: RoomTypeName; groupLocked: boolean }[] = [
  { name: 'OneToOneChat', type: 'OneToOneChat', groupLocked: false },
  { name: 'GroupChat', type: 'GroupChat', groupLocked: false },
  { name: 'locked GroupChat', type: 'GroupChat', groupLocked: true },
  { name: 'Channel', type: 'Channel', groupLocked: false },
];

const member: Who = { role: 'member', isCreator: false, permissions: [], mute: undefined };
const admin: Who = { role: 'admin', isCreator: false, permissions: [], mute: undefined };
const moderator: Who = { role: 'moderator', isCreator: false, permissions: [], mute: undefined };
const creator: Who = { role: 'member', isCreator: true, permissions: [], mute: undefined };
const withPermission = (who: Who): Who => ({ ...who, permissions: ['can_send_messages'] });

/** Each row: a kind of member, and the messages on which the action is allowed in each of {@link PLACES}. */
const SENDING: [name: string, who: Who, ...extents: Extent[]][] = [
  ['a member', member, 'all', 'all', 'none', 'none'],
  ['a member with can_send_messages', withPermission(member), 'all', 'all', 'none', 'all'],
  ['an admin', admin, 'all', 'all', 'all', 'none'],
  ['an admin with can_send_messages', withPermission(admin), 'all', 'all', 'all', 'all'],
  ['a moderator', moderator, 'all', 'all', 'none', 'all'],
  ['a moderator with can_send_messages', withPermission(moderator), 'all', 'all', 'none', 'all'],
  ['the creator', creator, 'all', 'all', 'all', 'all'],
  ['the creator with can_send_messages', withPermission(creator), 'all', 'all', 'all', 'all'],
];
const DELETING: typeof SENDING = [
  ['a member', member, 'own', 'own', 'own', 'own'],
  ['a member with can_send_messages', withPermission(member), 'own', 'own', 'own', 'own'],
  ['an admin', admin, 'own', 'all', 'all', 'own'],
  ['an admin with can_send_messages', withPermission(admin), 'own', 'all', 'all', 'own'],
  ['a moderator', moderator, 'own', 'own', 'own', 'all'],
  ['a moderator with can_send_messages', withPermission(moderator), 'own', 'own', 'own', 'all'],
  ['the creator', creator, 'own', 'all', 'all', 'all'],
  ['the creator with can_send_messages', withPermission(creator), 'own', 'all', 'all', 'all'],
];
/** In a GroupChat with more members than MAX_ROOM_MENTION. */
const MENTIONING: typeof SENDING = [
  ['a member', member, 'all', 'none', 'none', 'none'],
  ['a member with can_send_messages', withPermission(member), 'all', 'none', 'none', 'none'],
  ['an admin', admin, 'all', 'all', 'all', 'none'],
  ['a moderator', moderator, 'all', 'none', 'none', 'all'],
  ['the creator', creator, 'all', 'all', 'all', 'all'],
];
const everywhere = (extent: Extent): typeof SENDING =>
  SENDING.map(([name, who]) => [name, who, extent, extent, extent, extent]);

const TABLE = {
  'message.send': SENDING,
  'message.mention_room': MENTIONING,
  'message.type': SENDING,
  'message.edit': everywhere('own'),
  'message.delete': DELETING,
  'message.react': everywhere('all'),
};

describe.each(Object.entries(TABLE))('the permission %s', (action, rows) => {
  it.each(rows)('of %s is as in the table', (_, who, ...extents) => {
    const ability = messageAbility(who);
    const allowed = PLACES.map(({ type, groupLocked }): Extent => {
      const place = { type, groupLocked, isOpen: false, isClosed: false };
      const may = (own: boolean): boolean => ability.can(action as keyof typeof TABLE, { ...place, own });
      if (may(false)) return may(true) ? 'all' : 'none';
      return may(true) ? 'own' : 'none';
    });
    expect(allowed).toEqual(extents);
  });
});

it('every member of an open Channel may send, and do nothing else that members may not', () => {
  const channel = { type: 'Channel', groupLocked: false, isClosed: false, own: false } as const;
  const actions = Object.keys(TABLE) as (keyof typeof TABLE)[];
  const permitted = (isOpen: boolean): string[] =>
    actions.filter((action) => messageAbility(member).can(action, { ...channel, isOpen }));
  expect(permitted(true)).toEqual(
    expect.arrayContaining([...permitted(false), 'message.send', 'message.type'] as string[]),
  );
  expect(permitted(true)).toHaveLength(permitted(false).length + 2);
});

it('every member may mention a small GroupChat, but not a small Channel', () => {
  const may = (type: RoomTypeName): boolean =>
    messageAbility(member).can('message.mention_room', {
      type,
      groupLocked: false,
      isOpen: true,
      isClosed: false,
      isSmall: true,
    });
  expect([may('GroupChat'), may('Channel')]).toEqual([true, false]);
});

it.each([true, false])(
  'in a closed OneToOneChat only own messages and their previews may be removed: own %s',
  (own) => {
    const chat = {
      type: 'OneToOneChat',
      groupLocked: false,
      isOpen: false,
      isClosed: true,
      isSmall: true,
      own,
    } as const;
    const everything = [
      'message.send',
      'message.mention_room',
      'message.type',
      'message.edit',
      'message.delete',
      'message.react',
      'message.pin',
      'message.remove_preview',
      'poll.vote',
      'poll.close',
    ] as const;
    for (const who of [member, creator]) {
      const permitted = everything.filter((action) => messageAbility(who).can(action, chat));
      expect(permitted).toEqual(own ? ['message.delete', 'message.remove_preview'] : []);
    }
  },
);
