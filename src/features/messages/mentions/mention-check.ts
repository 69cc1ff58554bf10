import { Injectable } from '@nestjs/common';
import { invalid } from '@parley/protocol';
import type { Refusal } from '@parley/protocol';
import { Bool, Optional, UserIds } from '@parley/realtime/requests';
import type { Actor } from '@parley/realtime/requests';

import { LARGEST_MENTIONS, MessageSettings } from '../message.settings.js';
import type { QuerySource } from '../../../platform/database/query.js';
import type { Membership } from '../../rooms/membership/membership.js';
import { MessagePolicy } from '../message.policy.js';
import type { MessageGrant } from '../message.policy.js';
import { NO_MENTIONS } from '../message.view.js';
import type { Mentions } from '../message.view.js';
import { WHOLE_ROOM } from './mention.entity.js';
import { MentionedMembersRepository } from './mentioned-members.repository.js';

/** The fields of a request that name those whom a message mentions. */
export class MentionsRequest {
  /** Members of the room. */
  @Optional()
  @UserIds({ most: LARGEST_MENTIONS })
  mentions?: number[] | null;

  /** Whether the message mentions the whole room. */
  @Optional()
  @Bool()
  mention_room?: boolean | null;
}

type RoomMention = MessageGrant<'message.mention_room'>;

/** The room of a message, and whom it mentions so far. */
interface Place {
  readonly roomId: string;
  readonly present: Mentions;
  /** The transaction that has locked the room, if there is one. */
  readonly source?: QuerySource;
}

/** Decides whom a message may mention: members of its room, and the room itself with permission. */
@Injectable()
export class MentionCheck {
  private readonly most: number;
  private readonly smallRoom: number;

  constructor(
    private readonly policy: MessagePolicy,
    private readonly members: MentionedMembersRepository,
    settings: MessageSettings,
  ) {
    this.most = settings.mentions;
    this.smallRoom = settings.roomMention;
  }

  /**
   * Whom a message mentions that is sent. A member who is removed afterwards invalidates the grant of the send, which
   * has to ask again.
   * @throws Refusal 4003 for a user who is no member, 4002
   */
  async sent(actor: Actor, roomId: string, asked: MentionsRequest): Promise<Mentions> {
    return this.accept(asked, { roomId, present: NO_MENTIONS }, (isSmall) =>
      this.policy.mayMentionRoom(actor, roomId, isSmall),
    );
  }

  /**
   * Whom an edited message mentions, in a locked room. Users whom it mentioned before may have left.
   * @throws Refusal 4003 for another user who is no member, 4002
   */
  async edited(
    source: QuerySource,
    membership: Membership,
    { asked, present }: { readonly asked: MentionsRequest; readonly present: Mentions },
  ): Promise<Mentions> {
    return this.accept(asked, { roomId: membership.room.id, present, source }, (isSmall) =>
      Promise.resolve(this.policy.mayMentionRoomStill(membership, isSmall)),
    );
  }

  private async accept(
    { mentions, mention_room }: MentionsRequest,
    place: Place,
    grant: (isSmall: boolean) => Promise<RoomMention>,
  ): Promise<Mentions> {
    const { roomId, present, source } = place;
    const room = mention_room ?? present.room;
    if (room && !present.room) await grant(await this.members.isSmall(roomId, this.smallRoom, source));
    return { users: mentions ? await this.users(mentions, place) : present.users, room };
  }

  private async users(named: readonly number[], { roomId, present, source }: Place): Promise<Mentions['users']> {
    const ids = [...new Set(named)].sort((one, other) => one - other);
    if (ids.length > this.most) throw refused(`Must be at most ${String(this.most)} users.`);
    const known = new Set(present.users.map(({ id }) => id));
    const added = ids.filter((id) => !known.has(id));
    if (added.length > 0) {
      const members = await this.members.among(roomId, added, source);
      if (added.some((id) => !members.has(id))) throw refused('Must be members of the room.');
    }
    return ids.length === 0 ? [] : this.members.users(ids, source);
  }
}

const refused = (reason: string): Refusal => invalid({ 'extra_fields.mentions': [reason] });

export const mentionsAny = ({ users, room }: Mentions): boolean => room || users.length > 0;

export const mentionedIds = ({ users, room }: Mentions): number[] => [
  ...(room ? [WHOLE_ROOM] : []),
  ...users.map(({ id }) => id),
];

/** The mentions that an edit has added. */
export interface AddedMentions {
  /** {@link WHOLE_ROOM} stands for all members but those of `earlier`. */
  readonly ids: readonly number[];
  /** The users who were mentioned before, if the room is mentioned now. */
  readonly earlier?: readonly number[];
}

/**
 * The mentions that an edit adds; undefined: none, because the room was mentioned before, or because nothing is added.
 */
export function addedMentions(before: Mentions, now: Mentions): AddedMentions | undefined {
  const known = new Set(mentionedIds(before));
  const ids = before.room ? [] : mentionedIds(now).filter((id) => !known.has(id));
  if (ids.length === 0) return undefined;
  return ids.includes(WHOLE_ROOM) && known.size > 0 ? { ids, earlier: [...known] } : { ids };
}

/** Whether an edit adds a mention of the user. */
export const adds = ({ ids, earlier = [] }: AddedMentions, userId: number): boolean =>
  ids.includes(userId) || (ids.includes(WHOLE_ROOM) && !earlier.includes(userId));
