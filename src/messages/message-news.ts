import { Injectable } from '@nestjs/common';
import type { OnModuleInit } from '@nestjs/common';
import { Dispatch } from '@parley/realtime/dispatch';

import { MembershipCache } from '../rooms/index.js';
import { Signals } from '../signals/index.js';
import { messagesPurged } from './messages-purged.signal.js';

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
