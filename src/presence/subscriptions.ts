import { Injectable } from '@nestjs/common';
import type { PresenceStatus } from '@parley/protocol';

import type { OwnRoomsGrant } from '../rooms/index.js';
import type { Watch } from './presence.repository.js';
import type { Seen } from './standings.js';

/** A presence change that a connection has not received yet. */
export interface News extends Watch {
  readonly connectionId: string;
  readonly seen: Seen;
}

interface Subscription {
  readonly grant: OwnRoomsGrant;
  /** The last status that the connection received, by user. */
  readonly told: Map<number, PresenceStatus>;
}

/** The presence subscriptions of connections of this node, one for each. */
@Injectable()
export class Subscriptions {
  private readonly byConnection = new Map<string, Subscription>();

  /** Replaces the connection's subscription. @param seen the presence that the connection receives with it */
  begin(connectionId: string, grant: OwnRoomsGrant, seen: readonly Seen[]): void {
    this.byConnection.set(connectionId, { grant, told: new Map(seen.map(({ userId, status }) => [userId, status])) });
  }

  end(connectionId: string): void {
    this.byConnection.delete(connectionId);
  }

  /** The users of all subscriptions. */
  users(): Set<number> {
    return new Set([...this.byConnection.values()].flatMap(({ told }) => [...told.keys()]));
  }

  /** The changes since what connections have received last. */
  news(standings: ReadonlyMap<number, Seen>): News[] {
    return [...this.byConnection].flatMap(([connectionId, { grant, told }]) =>
      [...told].flatMap(([userId, status]) => {
        const seen = standings.get(userId);
        return seen && seen.status !== status ? [{ connectionId, grant, userId, seen }] : [];
      }),
    );
  }

  /** Records that the connection receives the change. @returns false if it has changed its subscription meanwhile */
  tell({ connectionId, grant, userId, seen }: News): boolean {
    const subscription = this.byConnection.get(connectionId);
    if (subscription?.grant !== grant || !subscription.told.has(userId)) return false;
    subscription.told.set(userId, seen.status);
    return true;
  }

  /** Ends the subscription of the connection to this user. */
  drop({ connectionId, grant, userId }: News): void {
    const subscription = this.byConnection.get(connectionId);
    if (subscription?.grant === grant) subscription.told.delete(userId);
  }
}
