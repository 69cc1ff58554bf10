import type { RoomTypeName, Seat } from '../rooms/index.js';
import { messageAbility } from './message.policy.js';

const ROLES = ['member', 'admin', 'moderator'] as const;

/** Every cell: role, permission, locked or not, and in which types of room one may send. */
const TABLE: [role: Seat['role'], permissions: string[], locked: boolean, types: RoomTypeName[]][] = [
  ['member', [], false, ['OneToOneChat', 'GroupChat']],
  ['member', [], true, ['OneToOneChat']],
  ['member', ['can_send_messages'], false, ['OneToOneChat', 'GroupChat', 'Channel']],
  ['member', ['can_send_messages'], true, ['OneToOneChat', 'Channel']],
  ['admin', [], false, ['OneToOneChat', 'GroupChat']],
  ['admin', [], true, ['OneToOneChat', 'GroupChat']],
  ['admin', ['can_send_messages'], false, ['OneToOneChat', 'GroupChat', 'Channel']],
  ['admin', ['can_send_messages'], true, ['OneToOneChat', 'GroupChat', 'Channel']],
  ['moderator', [], false, ['OneToOneChat', 'GroupChat', 'Channel']],
  ['moderator', [], true, ['OneToOneChat', 'Channel']],
  ['moderator', ['can_send_messages'], false, ['OneToOneChat', 'GroupChat', 'Channel']],
  ['moderator', ['can_send_messages'], true, ['OneToOneChat', 'Channel']],
];

describe('who may send', () => {
  it('has a row for every role, permission and lock', () => {
    expect(TABLE).toHaveLength(ROLES.length * 2 * 2);
  });

  it.each(TABLE)('a %s with %j, group locked %s: in %j', (role, permissions, groupLocked, types) => {
    const ability = messageAbility({ role, permissions });
    const allowed = (['OneToOneChat', 'GroupChat', 'Channel'] as const).filter((type) =>
      ability.can('message.send', { id: 'room', type, groupLocked, version: 1 }),
    );
    expect(allowed).toEqual(types);
  });
});
