import { Injectable } from '@nestjs/common';
import type { PresenceStatus } from '@parley/protocol';

import type { OwnRoomsGrant } from '../rooms/room.policy.js';
import type { Seen } from './presence-state.js';
import type { Watch } from './presence.repository.js';

/** A presence change that a connection has not received yet. */
export interface PresenceChange extends Watch {
  readonly connectionId: string;
  readonly seen: Seen;
}

interface Subscription {
  readonly grant: OwnRoomsGrant;
  /** The last status that the connection received, by user. */
  readonly sent: Map<number, PresenceStatus>;
}

/** The presence subscriptions of connections of this node, one for each. */
@Injectable()
export class PresenceSubscriptions {
  private readonly byConnection = new Map<string, Subscription>();

  /** Replaces the connection's subscription. @param seen the presence that the connection receives with it */
  begin(connectionId: string, grant: OwnRoomsGrant, seen: readonly Seen[]): void {
    this.byConnection.set(connectionId, { grant, sent: new Map(seen.map(({ userId, status }) => [userId, status])) });
  }

  end(connectionId: string): void {
    this.byConnection.delete(connectionId);
  }

  /** The users of all subscriptions. */
  users(): Set<number> {
    return new Set([...this.byConnection.values()].flatMap(({ sent }) => [...sent.keys()]));
  }

  /** The changes since what connections have received last. */
  changes(states: ReadonlyMap<number, Seen>): PresenceChange[] {
    return [...this.byConnection].flatMap(([connectionId, { grant, sent }]) =>
      [...sent].flatMap(([userId, status]) => {
        const seen = states.get(userId);
        return seen && seen.status !== status ? [{ connectionId, grant, userId, seen }] : [];
      }),
    );
  }

  /** Records that the connection receives the change. @returns false if it has changed its subscription meanwhile */
  recordSent({ connectionId, grant, userId, seen }: PresenceChange): boolean {
    const subscription = this.byConnection.get(connectionId);
    if (subscription?.grant !== grant || !subscription.sent.has(userId)) return false;
    subscription.sent.set(userId, seen.status);
    return true;
  }

  /** Ends the subscription of the connection to this user. */
  drop({ connectionId, grant, userId }: PresenceChange): void {
    const subscription = this.byConnection.get(connectionId);
    if (subscription?.grant === grant) subscription.sent.delete(userId);
  }
}
