import { Injectable } from '@nestjs/common';
import type { RequestOrigin } from '@parley/realtime/requests';

import type { ChangeByUser, RoomChange } from '../room-changes.js';
import { ChangeMembers, SELF } from './change-members.js';
import type { Addition, Removal } from './change-members.js';
import type { Membership } from './membership.js';

interface Request {
  /** A username, or `self`. */
  readonly by: string;
  readonly audited: ChangeByUser['audited'];
}

export interface AdditionRequest extends Request, Omit<Addition, 'roles'> {
  /** Receives the dispatch as its answer. Undefined: an operator adds them, and every node reads the change from the log. */
  readonly origin: RequestOrigin | undefined;
}

/** Adds users to an existing room: they joined, or members or an operator added them. */
@Injectable()
export class MemberAddition {
  constructor(private readonly members: ChangeMembers) {}

  /**
   * @param request of users who are not members
   * @throws Refusal 4003 if the room is full, 4029 if a user is a member of too many rooms
   */
  add(change: RoomChange<Membership | undefined>, request: AdditionRequest): Promise<void> {
    const { by, audited, origin, ...addition } = request;
    const actor = by === SELF ? addition.consenting.users[0] : undefined;
    return this.members.apply(change, { addition, by, actor, audited, origin, isReadFromLog: origin === undefined });
  }
}

export interface RemovalRequest extends Request, Omit<Removal, 'areLeaving'> {
  /** Undefined: the request has an answer of its own. */
  readonly origin: RequestOrigin | undefined;
}

/** Removes users from a room: they left, or others removed them. */
@Injectable()
export class MemberRemoval {
  constructor(private readonly members: ChangeMembers) {}

  remove(change: RoomChange<Membership | undefined>, request: RemovalRequest): Promise<void> {
    const { by, audited, origin, ...removal } = request;
    return this.members.apply(change, { removal: { ...removal, areLeaving: by === SELF }, by, audited, origin });
  }
}
