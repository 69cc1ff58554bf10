import { Injectable } from '@nestjs/common';
import type { OnModuleInit } from '@nestjs/common';

import { Signals } from '../../../platform/cluster-signals/signals.js';
import type { SignalKind } from '../../../platform/cluster-signals/signals.js';
import type { Work } from '../../../platform/database/unit-of-work.js';
import { lockPair, pairKeyOf, setClosed } from '../room-pairs.repository.js';
import { MembershipCache } from './membership-cache.js';

/** A OneToOneChat that is locked until the transaction ends. */
export interface LockedChat {
  readonly roomId: string;
}

interface AccessChange {
  readonly roomId: string;
  readonly version: number;
}

const accessChanged: SignalKind<AccessChange> = { name: 'chats.closed' };

/**
 * OneToOneChats that are closed, because one of the two users blocks the other. Neither sends in a closed chat, and
 * both keep it. It takes no number, as nobody may learn of it. Grants from before it are void: a send in flight is
 * checked again, on every node.
 */
@Injectable()
export class ClosedChats implements OnModuleInit {
  constructor(
    private readonly memberships: MembershipCache,
    private readonly signals: Signals,
  ) {}

  onModuleInit(): void {
    this.signals.on(accessChanged, (change) => this.memberships.applyAccess(change));
  }

  /** The chat of two users. Undefined: there is none. To be called before the users are locked. */
  async lock({ manager }: Work, userIds: readonly [number, number]): Promise<LockedChat | undefined> {
    const room = await lockPair(manager, pairKeyOf(...userIds), 'for_no_key_update');
    return room && { roomId: room.id };
  }

  /** Closes or opens the chat. Every node drops its cached memberships of it after the commit. */
  async close(work: Work, { roomId }: LockedChat, isClosed: boolean): Promise<void> {
    const version = await setClosed(work.manager, roomId, isClosed);
    if (version === undefined) return;
    await this.signals.publish(work.manager, accessChanged, { roomId, version });
    work.afterCommit(() => this.memberships.publishAccess(roomId, version));
  }
}
