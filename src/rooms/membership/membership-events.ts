import { Injectable } from '@nestjs/common';
import type { OnModuleInit } from '@nestjs/common';
import type { ServerEvent } from '@parley/protocol';
import { Dispatch } from '@parley/realtime/dispatch';
import type { LogEntry } from '@parley/realtime/ordering';

import { Signals } from '../../platform/cluster-signals/signals.js';
import type { SignalKind } from '../../platform/cluster-signals/signals.js';
import type { Work } from '../../platform/database/unit-of-work.js';
import { roomDeleted } from '../room.frames.js';
import { MembershipCache } from './membership-cache.js';
import type { MembershipChange } from './membership-cache.js';

export interface MembersEntered extends MembershipChange {
  /** The number of the change in the room's log. */
  readonly seq: number;
}

export interface MembersLeft extends MembersEntered {
  /** Whether the room was deleted with this change. */
  readonly isEnd: boolean;
  /**
   * The frame for the users, if the room was deleted because they were its last members. A node cannot read it from the
   * change log, which is deleted with the room. Undefined also in signals of the previous release.
   */
  readonly farewell?: ServerEvent<'roomexit.dispatch'> | undefined;
}

/** Users joined or left a room. Also sent through the database, for nodes that missed the publication. */
export const usersEntered: SignalKind<MembersEntered> = { name: 'users.entered' };
const usersLeft: SignalKind<MembersLeft> = { name: 'users.left' };

/**
 * Notifies all nodes when users join or leave a room, so that each updates its membership cache and the groups of its
 * connections. Nodes are notified directly after the commit. A node that cannot be reached receives the signal through
 * the database a moment later, and so does this node if the result of its commit was lost.
 */
@Injectable()
export class MembershipEvents implements OnModuleInit {
  constructor(
    private readonly memberships: MembershipCache,
    private readonly signals: Signals,
    private readonly dispatch: Dispatch,
  ) {}

  onModuleInit(): void {
    this.signals.on(usersEntered, (entered) => {
      this.memberships.applyEntered(entered);
      const userIds = entered.users.map(({ id }) => id);
      this.dispatch.logReached(entered.roomId, entered.seq, userIds);
    });
    this.signals.on(usersLeft, (left) => {
      this.memberships.applyLeft(left);
      if (left.isEnd) this.dispatch.appendLocally(endOf(left));
      else this.dispatch.logReached(left.roomId, left.seq);
    });
  }

  /** To be called in the transaction, before the dispatch of the change is registered with `afterCommit`. */
  async enter({ manager, afterCommit }: Work, entered: MembersEntered): Promise<void> {
    await this.signals.publish(manager, usersEntered, entered);
    afterCommit(() => this.memberships.publishEntered({ roomId: entered.roomId, users: entered.users }));
  }

  /** As {@link enter}. */
  async leave({ manager, afterCommit }: Work, left: MembersLeft): Promise<void> {
    await this.signals.publish(manager, usersLeft, left);
    afterCommit(() => this.memberships.publishLeft({ roomId: left.roomId, users: left.users }));
  }
}

function endOf({ roomId, seq, users, farewell }: MembersLeft): LogEntry {
  const leaving = farewell && { userIds: users.map(({ id }) => id), farewell };
  return { roomId, seq, frame: roomDeleted(roomId, seq), isEnd: true, ...(leaving && { leaving }) };
}
