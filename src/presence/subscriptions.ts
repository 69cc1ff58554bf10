import { Injectable } from '@nestjs/common';
import type { PresenceStatus } from '@parley/protocol';

import type { OwnRoomsGrant } from '../rooms/index.js';
import type { Watch } from './presence.repository.js';
import type { Seen } from './standings.js';

/** A change that a connection has not been told of. */
export interface News extends Watch {
  readonly connectionId: string;
  readonly seen: Seen;
}

interface Subscription {
  readonly grant: OwnRoomsGrant;
  /** What the connection was told last, by user. */
  readonly told: Map<number, PresenceStatus>;
}

/** Which connections of this node want to know of whom: one subscription each. */
@Injectable()
export class Subscriptions {
  private readonly byConnection = new Map<string, Subscription>();

  /** In place of the one before. @param seen what the connection is told with it */
  begin(connectionId: string, grant: OwnRoomsGrant, seen: readonly Seen[]): void {
    this.byConnection.set(connectionId, { grant, told: new Map(seen.map(({ userId, status }) => [userId, status])) });
  }

  end(connectionId: string): void {
    this.byConnection.delete(connectionId);
  }

  /** Everybody of whom somebody wants to know. */
  users(): Set<number> {
    return new Set([...this.byConnection.values()].flatMap(({ told }) => [...told.keys()]));
  }

  /** What is different from what connections have been told. */
  news(standings: ReadonlyMap<number, Seen>): News[] {
    return [...this.byConnection].flatMap(([connectionId, { grant, told }]) =>
      [...told].flatMap(([userId, status]) => {
        const seen = standings.get(userId);
        return seen && seen.status !== status ? [{ connectionId, grant, userId, seen }] : [];
      }),
    );
  }

  /** @returns false where the connection has changed its mind meanwhile */
  tell({ connectionId, grant, userId, seen }: News): boolean {
    const subscription = this.byConnection.get(connectionId);
    if (subscription?.grant !== grant || !subscription.told.has(userId)) return false;
    subscription.told.set(userId, seen.status);
    return true;
  }

  /** The connection hears nothing more of this user. */
  drop({ connectionId, grant, userId }: News): void {
    const subscription = this.byConnection.get(connectionId);
    if (subscription?.grant === grant) subscription.told.delete(userId);
  }
}
