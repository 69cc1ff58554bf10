import { Injectable } from '@nestjs/common';
import type { OnModuleInit } from '@nestjs/common';
import { Dispatch } from '@parley/realtime/dispatch';

import { Signals } from '../../platform/cluster-signals/signals.js';
import { MembershipCache } from '../../rooms/membership/membership-cache.js';
import { messagesPurged } from './message-removal.js';

/**
 * Notifies rooms of messages that an operator has removed: each node receives the signal and notifies its connections.
 */
@Injectable()
export class PurgeListener implements OnModuleInit {
  constructor(
    private readonly signals: Signals,
    private readonly memberships: MembershipCache,
    private readonly dispatch: Dispatch,
  ) {}

  onModuleInit(): void {
    this.signals.on(messagesPurged, ({ roomId, seq, accessVersion }) => {
      this.memberships.applyAccess({ roomId, version: accessVersion });
      this.dispatch.logReached(roomId, seq);
    });
  }
}
