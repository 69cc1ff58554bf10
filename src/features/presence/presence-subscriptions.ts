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
  readonly connectionId: string;
  readonly grant: OwnRoomsGrant;
  /** The last status that the connection received, by user. */
  readonly sent: Map<number, PresenceStatus>;
}

/** The subscriptions to one user, by the last status that their connections received. */
type Subscribers = Map<PresenceStatus, Set<Subscription>>;

/**
 * The presence subscriptions of connections of this node, one for each. They are indexed by user and by the last sent
 * status, so that a poll visits only those that have not received the present status.
 */
@Injectable()
export class PresenceSubscriptions {
  private readonly byConnection = new Map<string, Subscription>();
  private readonly byUser = new Map<number, Subscribers>();

  /** The users of all subscriptions, as keys. */
  get users(): ReadonlyMap<number, unknown> {
    return this.byUser;
  }

  /** Replaces the connection's subscription. @param seen the presence that the connection receives with it */
  begin(connectionId: string, grant: OwnRoomsGrant, seen: readonly Seen[]): void {
    this.end(connectionId);
    const subscription = { connectionId, grant, sent: new Map<number, PresenceStatus>() };
    this.byConnection.set(connectionId, subscription);
    for (const { userId, status } of seen) this.add(subscription, userId, status);
  }

  end(connectionId: string): void {
    const subscription = this.byConnection.get(connectionId);
    if (!subscription) return;
    this.byConnection.delete(connectionId);
    for (const userId of subscription.sent.keys()) this.remove(subscription, userId);
  }

  /** The changes since what connections have received last. */
  changes(states: readonly Seen[]): PresenceChange[] {
    return states.flatMap((seen) =>
      [...(this.byUser.get(seen.userId) ?? [])].flatMap(([status, subscribers]) =>
        status === seen.status
          ? []
          : [...subscribers].map(({ connectionId, grant }) => ({ connectionId, grant, userId: seen.userId, seen })),
      ),
    );
  }

  /** The subscriptions of one user to the presence of another, as changes to a state. */
  changesFor(watcherId: number, seen: Seen): PresenceChange[] {
    const subscribers = [...(this.byUser.get(seen.userId)?.values() ?? [])].flatMap((alike) => [...alike]);
    return subscribers.flatMap(({ connectionId, grant }) =>
      grant.userId === watcherId ? [{ connectionId, grant, userId: seen.userId, seen }] : [],
    );
  }

  /** Whether the connection has received this status last. */
  hasReceived({ connectionId, userId, seen }: PresenceChange): boolean {
    return this.byConnection.get(connectionId)?.sent.get(userId) === seen.status;
  }

  /** Records that the connection receives the change. @returns false if it has changed its subscription meanwhile */
  recordSent(change: PresenceChange): boolean {
    const subscription = this.current(change);
    if (!subscription) return false;
    this.remove(subscription, change.userId);
    this.add(subscription, change.userId, change.seen.status);
    return true;
  }

  /** Ends the subscription of the connection to this user. */
  drop(change: PresenceChange): void {
    const subscription = this.current(change);
    if (subscription) this.remove(subscription, change.userId);
  }

  /** The subscription of a change, unless the connection has changed it or dropped the user since. */
  private current({ connectionId, grant, userId }: PresenceChange): Subscription | undefined {
    const subscription = this.byConnection.get(connectionId);
    return subscription?.grant === grant && subscription.sent.has(userId) ? subscription : undefined;
  }

  private add(subscription: Subscription, userId: number, status: PresenceStatus): void {
    subscription.sent.set(userId, status);
    const subscribers = this.byUser.get(userId) ?? (new Map() as Subscribers);
    this.byUser.set(userId, subscribers);
    const alike = subscribers.get(status);
    if (alike) alike.add(subscription);
    else subscribers.set(status, new Set([subscription]));
  }

  private remove(subscription: Subscription, userId: number): void {
    const subscribers = this.byUser.get(userId);
    const status = subscription.sent.get(userId);
    if (!subscribers || status === undefined) return;
    subscription.sent.delete(userId);
    const alike = subscribers.get(status);
    alike?.delete(subscription);
    if (alike?.size === 0) subscribers.delete(status);
    if (subscribers.size === 0) this.byUser.delete(userId);
  }
}
