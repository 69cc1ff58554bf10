import type { Room, User } from '@parley/protocol';

import type { RoomRules } from '../rules/room-rules.js';

export type RoomTypeName = Room['type'];
export type Role = 'member' | 'admin' | 'moderator';

/** The properties of a room that permissions depend on. */
export interface RoomAccess {
  readonly id: string;
  readonly type: RoomTypeName;
  readonly groupLocked: boolean;
  /** Whether all members of a Channel may write. */
  readonly isOpen: boolean;
  /** The rules on which grants of messages depend. */
  readonly rules: Omit<RoomRules, 'messageTtlSeconds'>;
  /** Whether the other user of a OneToOneChat has deleted it: they return before a message is sent. */
  readonly isHidden: boolean;
  /** Whether one of the two users of a OneToOneChat blocks the other. */
  readonly isClosed: boolean;
  /** Rises with every change of these properties or of a membership. */
  readonly version: number;
}

/** A restriction by which a member may not write in a room. */
export interface Mute {
  /** Undefined: it has no end. */
  readonly until: Date | undefined;
}

/** A user's membership in a room, on which every permission there depends. */
export interface Membership {
  readonly room: RoomAccess;
  readonly userId: number;
  readonly role: Role;
  readonly isCreator: boolean;
  readonly permissions: readonly string[];
  /**
   * Undefined: there is none. A membership of a cache may have a mute that is over, so a refusal by it is checked in
   * the database first; it never lacks one, because a new mute raises the version of the room.
   */
  readonly mute: Mute | undefined;
}

/** Whose membership it is. */
export type MemberUser = Pick<User, 'id' | 'is_guest'>;

/** What a user may do in a room. A guest leads no room, also if it was a leader before: it could see strangers there. */
export const membershipFor = (user: MemberUser, membership: Membership): Membership =>
  user.is_guest === true ? { ...membership, role: 'member', isCreator: false, permissions: [] } : membership;

/** The part of a membership on which an ability depends. */
export type MemberRole = Pick<Membership, 'role' | 'isCreator' | 'permissions'> & Partial<Pick<Membership, 'mute'>>;

/**
 * The abilities of one policy. Building an ability costs more than a check, and few combinations of role and
 * permissions exist, so each is built once.
 */
export class AbilityCache<Member extends MemberRole | undefined, Ability> {
  private readonly abilities = new Map<string, Ability>();

  constructor(private readonly build: (member: Member) => Ability) {}

  /** @param member undefined: not a member */
  of(member: Member): Ability {
    const key = member
      ? [member.role, member.isCreator, member.mute !== undefined, ...member.permissions].join(' ')
      : '';
    let ability = this.abilities.get(key);
    if (!ability) this.abilities.set(key, (ability = this.build(member)));
    return ability;
  }
}
