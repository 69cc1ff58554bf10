import type { createMongoAbility as CreateMongoAbility } from '@casl/ability';
import type { DeploymentRole, User } from '@parley/protocol';
import type { EntityManager } from 'typeorm';

import type { NewRoomSettings } from './room.settings.js';
import type { MembershipCache } from './membership/membership-cache.js';
import type { MembersRepository } from './membership/members.repository.js';
import type { RoomTypeName, Membership } from './membership/membership.js';
import { unheld } from './holds/unheld-room.js';
import type { RoomAction } from './room-actions.js';
import type { RoomGrant, RoomPolicy as Policy, RoomSubject } from './room.policy.js';
import { NO_RULES } from './rules/room-rules.js';
import type { RoomsRepository } from './rooms.repository.js';

vi.mock('@casl/ability', async (importOriginal) => {
  const original = await importOriginal<{ createMongoAbility: typeof CreateMongoAbility }>();
  return { ...original, createMongoAbility: vi.fn(original.createMongoAbility) };
});

// Another spec of this worker may have loaded the policy without the mock.
vi.resetModules();
const { createMongoAbility } = await import('@casl/ability');
const { roomAbility, RoomPolicy } = await import('./room.policy.js');

const TYPES: readonly RoomTypeName[] = ['OneToOneChat', 'GroupChat', 'Channel'];

/** Every action, with each kind of room or member that it can affect. */
const CELLS: readonly (readonly [name: string, action: RoomAction, about?: Omit<RoomSubject, 'type'>])[] = [
  ['create', 'room.create'],
  ['read', 'room.read'],
  ['join', 'room.join', { isPublic: false, joinApprovalRequired: false }],
  ['join public', 'room.join', { isPublic: true, joinApprovalRequired: false }],
  ['ask', 'room.ask_to_join', { isPublic: true, joinApprovalRequired: false }],
  ['ask approved', 'room.ask_to_join', { isPublic: false, joinApprovalRequired: true }],
  ['preview', 'room.preview', { isPublic: false, joinApprovalRequired: false }],
  ['preview public', 'room.preview', { isPublic: true, joinApprovalRequired: false }],
  ['preview approved', 'room.preview', { isPublic: false, joinApprovalRequired: true }],
  ['review', 'room.review_join'],
  ['leave', 'room.leave'],
  ['add', 'room.add_members'],
  ['invite', 'room.invite'],
  ['answer an invitation by role', 'room.answer_invite'],
  ['remove member', 'room.remove_members', { target: { role: 'member', isCreator: false } }],
  ['remove admin', 'room.remove_members', { target: { role: 'admin', isCreator: false } }],
  ['remove moderator', 'room.remove_members', { target: { role: 'moderator', isCreator: false } }],
  ['remove creator', 'room.remove_members', { target: { role: 'admin', isCreator: true } }],
  ['update', 'room.update'],
  ['role of member', 'room.assign_role', { target: { role: 'member', isCreator: false } }],
  ['role of admin', 'room.assign_role', { target: { role: 'admin', isCreator: false } }],
  ['role of moderator', 'room.assign_role', { target: { role: 'moderator', isCreator: false } }],
  ['role of creator', 'room.assign_role', { target: { role: 'admin', isCreator: true } }],
  ['permission', 'room.assign_permission'],
  ['delete', 'room.delete'],
  ['restrict a non-member or member', 'room.restrict', { target: { role: 'member', isCreator: false } }],
  ['restrict admin', 'room.restrict', { target: { role: 'admin', isCreator: false } }],
  ['restrict creator', 'room.restrict', { target: { role: 'admin', isCreator: true } }],
  ['reports', 'room.review_reports'],
  ['show', 'room.show', { isHidden: false }],
  ['show hidden', 'room.show', { isHidden: true }],
];

const removals = ['remove member', 'remove admin', 'remove moderator'];
const adding = ['add', 'invite'];
const leading = [
  ...adding,
  ...removals,
  'restrict a non-member or member',
  'restrict admin',
  'update',
  'role of member',
  'role of admin',
  'role of moderator',
  'permission',
  'reports',
];
const two = ['read', 'update', 'delete', 'show', 'show hidden'];
const many = ['read', 'leave'];

const member = (role: Membership['role'], isCreator: boolean, ...permissions: string[]) => ({
  role,
  isCreator,
  permissions,
});

/** The actions that every user may take. */
const BY_ALL: Readonly<Record<RoomTypeName, readonly string[]>> = {
  OneToOneChat: ['create'],
  GroupChat: ['create', 'preview approved'],
  Channel: ['create', 'preview public'],
};

/** The allowed actions in a room of each type, without those of every user. */
const TABLE: readonly (readonly [who: string, Parameters<typeof roomAbility>[0], Record<RoomTypeName, string[]>])[] = [
  ['a non-member', undefined, { OneToOneChat: ['show hidden'], GroupChat: ['ask approved'], Channel: ['join public'] }],
  ['a member', member('member', false), { OneToOneChat: two, GroupChat: many, Channel: many }],
  [
    'a member who may add participants',
    member('member', false, 'can_add_new_participants'),
    { OneToOneChat: two, GroupChat: [...many, ...adding], Channel: many },
  ],
  [
    'a member who may remove participants',
    member('member', false, 'can_remove_participants'),
    { OneToOneChat: two, GroupChat: [...many, 'remove member'], Channel: many },
  ],
  [
    'a member who may add subscribers',
    member('member', false, 'can_add_new_subscribers'),
    { OneToOneChat: two, GroupChat: many, Channel: [...many, ...adding] },
  ],
  [
    'a member who may remove subscribers',
    member('member', false, 'can_remove_subscribers'),
    { OneToOneChat: two, GroupChat: many, Channel: [...many, 'remove member'] },
  ],
  [
    'a member who may send',
    member('member', false, 'can_send_messages'),
    { OneToOneChat: two, GroupChat: many, Channel: many },
  ],
  [
    'an admin',
    member('admin', false),
    { OneToOneChat: two, GroupChat: [...many, ...leading, 'review'], Channel: [...many, ...leading] },
  ],
  [
    'a moderator',
    member('moderator', false),
    { OneToOneChat: two, GroupChat: [...many, ...leading, 'review'], Channel: [...many, ...leading] },
  ],
  [
    'the creator',
    member('admin', true),
    {
      OneToOneChat: two,
      GroupChat: [...many, ...leading, 'review', 'remove creator', 'delete'],
      Channel: [...many, ...leading, 'remove creator', 'delete'],
    },
  ],
];

describe('the room policy', () => {
  describe.each(TABLE)('%s', (_, who, allowed) => {
    const ability = roomAbility(who);

    it.each(TYPES)('allows exactly the listed actions in a %s', (type) => {
      const may = CELLS.filter(([, action, about]) => ability.can(action, { type, ...about })).map(([name]) => name);
      expect(may.sort()).toEqual([...BY_ALL[type], ...allowed[type]].sort());
    });
  });
});

const SETTINGS = { channelCreators: 'moderators', groupCreators: 'everyone' } as NewRoomSettings;

describe('the number of abilities that the room policy builds', () => {
  const membership = (userId: number, ...permissions: string[]): Membership => ({
    room: {
      id: `room ${String(userId)}`,
      type: 'GroupChat',
      groupLocked: false,
      isOpen: false,
      isHidden: false,
      isClosed: false,
      version: 1,
      rules: NO_RULES,
    },
    userId,
    role: 'admin',
    isCreator: false,
    permissions,
    mute: undefined,
  });
  const built = (work: () => void): number => {
    vi.mocked(createMongoAbility).mockClear();
    work();
    return vi.mocked(createMongoAbility).mock.calls.length;
  };

  it('does not grow with the members, the rooms and the users of the checks', () => {
    const policy = new RoomPolicy({} as MembershipCache, SETTINGS);
    const targets = Array.from({ length: 1_000 }, () => ({ role: 'member' as const, isCreator: false }));
    expect(
      built(() => {
        for (const userId of [1, 2, 3]) policy.mayChange('room.remove_members', membership(userId), targets);
        expect(() => policy.mayChange('room.delete', membership(1))).toThrow('Only its creator');
        expect(() => policy.mayChange('room.delete', membership(2))).toThrow('Only its creator');
      }),
    ).toBe(2);
  });

  it('is one for each combination of role and permissions', () => {
    const policy = new RoomPolicy({} as MembershipCache, SETTINGS);
    expect(
      built(() => {
        for (const permissions of [[], ['can_remove_participants'], ['can_add_new_participants']]) {
          for (const userId of [1, 2]) policy.mayChange('room.read', membership(userId, ...permissions));
        }
      }),
    ).toBe(3);
  });
});

describe('a RoomGrant', () => {
  const membership: Membership = {
    room: {
      id: 'room A',
      type: 'GroupChat',
      groupLocked: false,
      isOpen: false,
      isHidden: false,
      isClosed: false,
      version: 1,
      rules: NO_RULES,
    },
    userId: 1,
    role: 'admin',
    isCreator: true,
    permissions: [],
    mute: undefined,
  };

  it('contains the room for which the policy made it', () => {
    const policy = new RoomPolicy({} as MembershipCache, SETTINGS);
    expect(policy.mayChange('room.update', membership)).toMatchObject({ roomId: 'room A', userId: 1 });
    expect(policy.mayCreate({ user: { id: 1 } } as Parameters<Policy['mayCreate']>[0], 'room B', 'GroupChat')).toEqual({
      roomId: 'room B',
      userId: 1,
    });
  });

  it('for a new room is made for those whom the deployment lets create one', () => {
    const policy = new RoomPolicy({} as MembershipCache, SETTINGS);
    const may = (role: DeploymentRole | undefined) => () =>
      policy.mayCreate({ user: { id: 1 }, role } as Parameters<Policy['mayCreate']>[0], 'room B', 'Channel');
    expect(may(undefined)).toThrow('You may not create a Channel here.');
    for (const role of ['moderator', 'admin'] as const) expect(may(role)()).toMatchObject({ roomId: 'room B' });
  });

  it('compiles for no other action and no other room, and can be made only by the policy', () => {
    const members = {} as MembersRepository;
    const adding = {} as RoomGrant<'room.add_members'>;
    const users: readonly User[] = [];
    const unheldRoom = unheld({ id: 'room B', isHeld: false });
    const compiled = (rooms: RoomsRepository, manager: EntityManager, grant: RoomGrant<'room.leave'>): unknown[] => [
      // @ts-expect-error: nobody has checked whether the users may be added
      () => members.insert(manager, adding, { roomId: 'room B', users }, () => 'member', 1),
      // @ts-expect-error: the room is taken from the grant, so no other room can be passed
      () => rooms.setCreator(manager, grant, 'room B', 1),
      // @ts-expect-error: a grant of another action
      () => rooms.update(manager, grant, {} as Parameters<RoomsRepository['update']>[2]),
      // @ts-expect-error: the grant was not made by the policy
      () => rooms.delete(manager, { grant: { roomId: 'room B', userId: 1 }, room: unheldRoom }),
    ];
    expect(compiled).toBeDefined();
  });
});
