import { Injectable } from '@nestjs/common';
import type { OnModuleInit } from '@nestjs/common';
import { ThisNode } from '@parley/realtime/inbound';
import { Dispatch } from '@parley/realtime/outbound';

import type { Work } from '../database/index.js';
import { Signals } from '../signals/index.js';
import { Memberships } from './memberships.js';
import type { Moved } from './memberships.js';
import { usersEntered, usersLeft } from './moves.signals.js';

/**
 * Users enter rooms and leave them, with every connection on every node. Nodes are told at once, after the commit; one
 * that could not be reached hears of it through the database, a moment later.
 */
@Injectable()
export class Moves implements OnModuleInit {
  constructor(
    private readonly memberships: Memberships,
    private readonly signals: Signals,
    private readonly dispatch: Dispatch,
    private readonly node: ThisNode,
  ) {}

  onModuleInit(): void {
    const { here } = this.dispatch;
    this.signals.on(usersEntered, (moved) => {
      const missed = this.memberships.missed(moved);
      this.memberships.followEntered(missed);
      here.openRoom(missed.roomId, idsOf(missed));
    });
    this.signals.on(usersLeft, (moved) => {
      const missed = this.memberships.missed(moved);
      this.memberships.followLeft(missed);
      here.closeRoom(missed.roomId, idsOf(missed));
    });
  }

  /** To be called in the transaction; what is registered to happen after it finds the users in the room. */
  async enter({ manager, afterCommit }: Work, moved: Moved): Promise<void> {
    if (!this.node.isAlone) await this.signals.announce(manager, usersEntered, moved);
    afterCommit(() => {
      this.memberships.entered(moved);
      this.dispatch.openRoom(moved.roomId, idsOf(moved));
    });
  }

  /** As {@link enter}: what is registered after it reaches the users in the room no more. */
  async leave({ manager, afterCommit }: Work, moved: Moved): Promise<void> {
    if (!this.node.isAlone) await this.signals.announce(manager, usersLeft, moved);
    afterCommit(() => {
      this.memberships.left(moved);
      this.dispatch.closeRoom(moved.roomId, idsOf(moved));
    });
  }
}

const idsOf = ({ users }: Moved): number[] => users.map(({ id }) => id);
