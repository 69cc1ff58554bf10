import type { Room } from '@parley/protocol';

export type RoomTypeName = Room['type'];
export type Role = 'member' | 'admin' | 'moderator';

/** The properties of a room that permissions depend on. */
export interface RoomAccess {
  readonly id: string;
  readonly type: RoomTypeName;
  readonly groupLocked: boolean;
  /** Whether the other user of a OneToOneChat has deleted it: they return before a message is sent. */
  readonly isHidden: boolean;
  /** Rises with every change of these properties or of a membership. */
  readonly version: number;
}

/** A user's membership in a room, on which every permission there depends. */
export interface Membership {
  readonly room: RoomAccess;
  readonly userId: number;
  readonly role: Role;
  readonly isCreator: boolean;
  readonly permissions: readonly string[];
}

/** What an ability depends on. */
export type MemberRole = Pick<Membership, 'role' | 'isCreator' | 'permissions'>;

/**
 * The abilities of one policy. Building an ability costs more than a check, and few combinations of role and
 * permissions exist, so each is built once.
 */
export class AbilityCache<Member extends MemberRole | undefined, Ability> {
  private readonly abilities = new Map<string, Ability>();

  constructor(private readonly build: (member: Member) => Ability) {}

  /** @param member undefined: not a member */
  of(member: Member): Ability {
    const key = member ? [member.role, member.isCreator, ...member.permissions].join(' ') : '';
    let ability = this.abilities.get(key);
    if (!ability) this.abilities.set(key, (ability = this.build(member)));
    return ability;
  }
}
