import { Injectable } from '@nestjs/common';
import { notPermitted } from '@parley/protocol';
import type { Answer, EventContext, RequestOrigin } from '@parley/realtime/requests';
import { v7 as uuidv7 } from 'uuid';

import { Moderation } from '../../moderation/moderation.service.js';
import { textsOfJson } from '../../moderation/shown-texts.js';
import type { Permitted } from '../../moderation/shown-texts.js';
import { UnitOfWork } from '../../../platform/database/unit-of-work.js';
import type { Work } from '../../../platform/database/unit-of-work.js';
import { ConsentRepository } from '../consent/consent.repository.js';
import type { PairRefusal } from '../consent/consent.repository.js';
import { Invitations } from '../consent/invitations.js';
import { StrangerLimit } from '../consent/stranger-limit.js';
import type { Contacts } from '../consent/stranger-limit.js';
import { HiddenChats } from '../membership/hidden-chats.js';
import { RoomDirectory } from '../room-directory.js';
import { RoomPolicy } from '../room.policy.js';
import type { RoomGrant } from '../room.policy.js';
import { lockPair } from '../room-pairs.repository.js';
import type { RoomDraft } from '../types/room-record.js';
import { WriteRoom } from './write-room.js';

/** The same for a user who does not accept chats, for a guest without a common room, and for one who is separated from the requester by a block. */
const MAY_NOT_START = 'You may not start a chat with this user. Invite the user to a group instead.';

const refusalOf = ({ pairKey }: RoomDraft): PairRefusal | undefined =>
  pairKey === null ? undefined : { reason: MAY_NOT_START };

/** The room of a pair may be deleted while it is found. */
const MOST_ATTEMPTS = 10;

/** The room of the same two users, as the answer to the requester, or its id if the requester has deleted it. */
type Existing =
  | { readonly existing: Answer; readonly hiddenRoomId?: undefined }
  | { readonly hiddenRoomId: string; readonly existing?: undefined };

/**
 * Creates a room, and notifies its members.
 *
 * If a OneToOneChat of the same two users exists, it is the answer to the requester alone, with `meta.created` false. If
 * the requester has deleted it, it comes back to all devices of the requester, without the earlier messages. The
 * unique pair in the database decides, so that two users who create it at the same moment get one room.
 *
 * Users who may not be added are invited, except to a OneToOneChat, which has exactly two members and is refused.
 */
@Injectable()
export class CreateRoom {
  constructor(
    private readonly policy: RoomPolicy,
    private readonly room: WriteRoom,
    private readonly strangers: StrangerLimit,
    private readonly consent: ConsentRepository,
    private readonly invitations: Invitations,
    private readonly directory: RoomDirectory,
    private readonly work: UnitOfWork,
    private readonly hiddenChats: HiddenChats,
    private readonly moderation: Moderation,
  ) {}

  /**
   * @param asked of the actor, who is its creator
   * @returns the answer if the room exists and the requester has it
   * @throws Refusal 4002, 4003, 4004, 4005, 4029
   */
  async create(
    { actor, origin }: Pick<EventContext, 'actor' | 'origin'>,
    asked: RoomDraft,
  ): Promise<Answer | undefined> {
    const roomId = uuidv7();
    const grant = this.policy.mayCreate(actor, roomId, asked.type);
    const place = { action: 'room', room: { id: roomId, type: asked.type }, sender: actor.user } as const;
    const texts = { paths: ['name', 'description'], fixed: [asked.avatar ?? '', ...textsOfJson(asked.preferences)] };
    const draft = await this.moderation.permit(place, asked, texts);
    const named = draft.memberships.map(({ userId }) => userId);
    const contacts = await this.strangers.contact(actor, named);
    for (;;) {
      const outcome = await this.write(draft, grant, contacts, origin);
      if (outcome?.hiddenRoomId === undefined) return outcome?.existing;
      if (await this.hiddenChats.show(actor, outcome.hiddenRoomId, origin)) return undefined;
    }
  }

  private write(
    draft: Permitted<RoomDraft>,
    grant: RoomGrant<'room.create'>,
    contacts: Contacts,
    origin: RequestOrigin,
  ): Promise<Existing | undefined> {
    return this.work.transaction(async (work) => {
      const { consenting, others } = await this.consent.lockNamed(work.manager, grant, contacts, refusalOf(draft));
      if (others.length > 0 && draft.pairKey !== null) {
        const existing = await this.existing(work, draft, grant);
        if (existing) return existing;
        throw notPermitted(MAY_NOT_START);
      }
      const room = { draft, grant, consenting, origin };
      for (let attempts = 1; !(await this.room.write(work, room)); attempts += 1) {
        const existing = await this.existing(work, draft, grant);
        if (existing) return existing;
        if (attempts === MOST_ATTEMPTS) throw new Error('a pair of users has a row of room_pairs, but no room');
      }
      await this.invitations.invite(work, grant, others);
      return undefined;
    });
  }

  /** @returns undefined if the room of the same two users was deleted since it was found */
  private async existing(
    work: Work,
    { pairKey }: RoomDraft,
    { userId }: RoomGrant<'room.create'>,
  ): Promise<Existing | undefined> {
    if (pairKey === null) throw new Error('a draft without a pair key conflicts with an existing room');
    const found = await lockPair(work.manager, pairKey);
    if (!found) return undefined;
    if (found.hiddenUserId === userId) return { hiddenRoomId: found.id };
    const data = await this.directory.room(work, found.id);
    return { existing: { eventType: 'roomcreate.dispatch', data, meta: { created: false } } };
  }
}
