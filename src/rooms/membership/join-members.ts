import { Injectable } from '@nestjs/common';
import { invalid } from '@parley/protocol';
import type { RequestOrigin } from '@parley/realtime/requests';
import { Dispatch } from '@parley/realtime/dispatch';

import { toChangeRecord } from '../change-log/change-record.js';
import { roomChangeTypes } from '../change-log/room-change-types.js';
import type { ChangeByUser, RoomChange } from '../room-changes.js';
import { RoomDirectory } from '../room-directory.js';
import { membersAdded } from '../room.frames.js';
import type { RoomGrant } from '../room.policy.js';
import { MembersRepository } from './members.repository.js';
import { MembershipEvents } from './membership-events.js';
import type { Membership } from './membership.js';

export interface AdditionRequest {
  readonly grant: RoomGrant<'room.join' | 'room.add_members' | 'room.review_join'>;
  readonly userIds: readonly number[];
  /** A username, or `self`. */
  readonly by: string;
  /** The field of the request that named the users: errors refer to it. */
  readonly field: string;
  readonly audited: ChangeByUser['audited'];
  readonly origin: RequestOrigin;
}

/** Adds users to an existing room: they joined, or members added them. They receive its dispatches from then on. */
@Injectable()
export class MemberAddition {
  constructor(
    private readonly members: MembersRepository,
    private readonly directory: RoomDirectory,
    private readonly membershipEvents: MembershipEvents,
    private readonly dispatch: Dispatch,
  ) {}

  /**
   * @param request of users who are not members
   * @throws Refusal 4003 if the room is full, 4004 if one of them is not an active user
   */
  async add(change: RoomChange<Membership | undefined>, request: AdditionRequest): Promise<void> {
    const { work, roomId, room } = change;
    const { grant, userIds, by, audited, origin } = request;
    const most = room.maxMembers ?? Infinity;
    if ((await this.members.count(work.manager, roomId)) + userIds.length > most) {
      throw invalid({ [request.field]: [`The room may have at most ${String(most)} members.`] });
    }
    const usernames = (await this.members.lockActive(work.manager, userIds)).map(({ username }) => username);
    const changeRecord = toChangeRecord(roomChangeTypes.membersAdded, { userIds, usernames, by });
    const seq = await change.takeNumber({ room: true, changeRecord, audited });
    const newMemberships = userIds.map((userId) => ({ userId, role: 'member' as const }));
    const users = await this.members.insert(work.manager, grant, newMemberships, seq);
    const entered = await this.directory.room(work, roomId);
    await this.membershipEvents.enter(work, { roomId, seq, users });
    const frame = membersAdded(entered, usernames, by, seq);
    work.afterCommit(() => this.dispatch.append({ roomId, seq, frame, entering: userIds }, origin));
  }
}
