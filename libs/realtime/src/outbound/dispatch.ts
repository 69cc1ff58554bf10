import { Injectable } from '@nestjs/common';
import type { ServerEvent } from '@parley/protocol';

import { Hub, OutboundFrame, roomGroup, userGroup } from '../hub/index.js';
import type { Group } from '../hub/index.js';
import type { Asker } from '../inbound/index.js';

/**
 * The only way out to people who did not ask. Speak after the commit, never before: a dispatch of something
 * lasting tells its hearers that the database has it.
 */
@Injectable()
export class Dispatch {
  constructor(private readonly hub: Hub) {}

  /**
   * Everybody who has the room open hears the frame, on every device.
   * @param asker hears it under its own `request_id`, which nobody else is told
   */
  toRoom(roomId: string, frame: ServerEvent, asker?: Asker): void {
    this.toGroups([roomGroup(roomId)], frame, asker);
  }

  /** Every connection of these users hears the frame. */
  toUsers(userIds: readonly number[], frame: ServerEvent, asker?: Asker): void {
    this.toGroups(userIds.map(userGroup), frame, asker);
  }

  /** From now on every connection of these users, on any node, hears the room. */
  openRoom(roomId: string, userIds: readonly number[]): void {
    this.hub.joinAll(userIds.map(userGroup), roomGroup(roomId));
  }

  private toGroups(groups: readonly Group[], frame: ServerEvent, asker: Asker | undefined): void {
    const shared = OutboundFrame.of(frame);
    if (asker?.requestId === undefined) {
      this.hub.broadcast(groups, shared);
      return;
    }
    this.hub.connection(asker.connectionId)?.deliver(OutboundFrame.of(frame, asker.requestId));
    this.hub.broadcast(groups, shared, asker.connectionId);
  }
}
