import { isDeepStrictEqual } from 'node:util';

import { Injectable } from '@nestjs/common';
import type { RoomNotice, User } from '@parley/protocol';
import type { RequestOrigin } from '@parley/realtime/requests';

import type { Permitted } from '../../moderation/shown-texts.js';
import type { Work } from '../../../platform/database/unit-of-work.js';
import { Timers } from '../../../platform/timers/timers.js';
import { RoomLog } from '../change-log/room-log.js';
import type { ConsentingUsers } from '../consent/consent.repository.js';
import { MembersRepository } from '../membership/members.repository.js';
import type { Role } from '../membership/membership.js';
import { RoomNoticesRepository } from '../notices/room-notices.repository.js';
import { RoomDirectory } from '../room-directory.js';
import { roomCreated } from '../room.frames.js';
import type { RoomGrant } from '../room.policy.js';
import { CREATION_SEQ, RoomsRepository } from '../rooms.repository.js';
import { messageExpiry, NO_RULES } from '../rules/room-rules.js';
import type { RoomRules } from '../rules/room-rules.js';
import type { RoomDraft } from '../types/room-record.js';

/** A room, and those of its users who become its members at once. */
export interface NewRoom {
  readonly draft: Permitted<RoomDraft>;
  readonly grant: RoomGrant<'room.create'>;
  readonly consenting: ConsentingUsers;
  /** Receives the dispatch as its answer. Undefined: the request has an answer of its own. */
  readonly origin: RequestOrigin | undefined;
}

/** Writes a new room, whoever asks for it, and notifies its members. */
@Injectable()
export class WriteRoom {
  constructor(
    private readonly rooms: RoomsRepository,
    private readonly notices: RoomNoticesRepository,
    private readonly members: MembersRepository,
    private readonly directory: RoomDirectory,
    private readonly timers: Timers,
    private readonly log: RoomLog,
  ) {}

  /** @returns false if the two users of a OneToOneChat have one, then without an effect */
  async write(work: Work, { draft, grant, consenting, origin }: NewRoom): Promise<boolean> {
    const { roomId } = grant;
    const userIds = consenting.users.map(({ id }) => id);
    if (!(await this.rooms.create(work.manager, grant, draft, userIds))) return false;
    await this.writeRules(work, draft, grant);
    const notice = await this.writeNotice(work, draft, grant, consenting.users);
    const roles = new Map(draft.memberships.map(({ userId, role }) => [userId, role]));
    const roleOf = (id: number): Role => roles.get(id) ?? 'member';
    const entered = await this.members.insert(work.manager, grant, consenting, roleOf, CREATION_SEQ);
    const room = await this.directory.room(work, roomId);
    const frame = roomCreated(room, CREATION_SEQ, notice);
    await this.log.append(work, { roomId, seq: CREATION_SEQ, frame, entering: userIds, entered }, origin);
    return true;
  }

  private async writeRules(work: Work, draft: RoomDraft, grant: RoomGrant<'room.create'>): Promise<void> {
    if (isDeepStrictEqual(rulesIn(draft), NO_RULES)) return;
    await this.rooms.setRules(work.manager, grant, draft);
    if (draft.messageTtlSeconds !== null) {
      await this.timers.set(work, { ...messageExpiry(grant.roomId), dueAt: new Date(0) });
    }
  }

  /** Of a OneToOneChat there is none: either of the two may begin it. */
  private async writeNotice(
    { manager }: Work,
    { pairKey, creatorId }: RoomDraft,
    { roomId }: RoomGrant<'room.create'>,
    members: readonly User[],
  ): Promise<RoomNotice | undefined> {
    const actor = members.find(({ id }) => id === creatorId);
    if (pairKey !== null || !actor) return undefined;
    const users = members.filter((member) => member !== actor);
    return this.notices.insert(manager, roomId, { seq: CREATION_SEQ, kind: 'created', actor, users });
  }
}

const rulesIn = ({ slowModeSeconds, messageTtlSeconds, maxMessageLength, mediaAllowed }: RoomDraft): RoomRules => ({
  slowModeSeconds,
  messageTtlSeconds,
  maxMessageLength,
  mediaAllowed,
});
