import type { PrivateState, ServerEventName, ServerEvents } from '@parley/protocol';

import type { QuerySource } from '../../platform/database/query.js';

/** The lists of items in the private state of a user. */
export type PrivateList = Exclude<keyof PrivateState, 'seq' | 'reset'>;

/** The events whose data is an item of a list. */
export type EventOf<Item> = {
  [Name in ServerEventName]: ServerEvents[Name] extends Item ? Name : never;
}[ServerEventName];

/** An item as it is sent, in the dispatch of its change and in a sync. */
export type PrivateItem<List extends PrivateList = PrivateList> = PrivateState[List][number];

/** Items that exist, by their keys. */
export type PrivateItems<List extends PrivateList> = ReadonlyMap<string, PrivateItem<List>>;

/** A part of all items of a user, in the order of their keys. */
export interface PrivateItemPage<List extends PrivateList> {
  readonly items: PrivateItems<List>;
  /** The key after which the next part begins; undefined: this is the last part. */
  readonly next: string | undefined;
}

/**
 * A kind of private state, such as the favourite rooms of a user. Its feature stores the items by user and key, and
 * declares here how they are read: for a sync, and for a node that has missed a change.
 */
export interface PrivateKind<List extends PrivateList = PrivateList> {
  /** Stored with each change: it stays the same in all releases. At most 20 characters. */
  readonly name: string;
  readonly list: List;
  readonly eventType: EventOf<PrivateItem<List>>;
  /** The maximum number of its items in one page of a sync, if they are large; 500 by default. */
  readonly itemsAPage?: number;
  /** The items of these keys. A key without an item has been removed. */
  read(source: QuerySource, userId: number, keys: readonly string[]): Promise<PrivateItems<List>>;
  /** The item that is sent in place of a removed one. */
  removed(key: string): PrivateItem<List>;
  /**
   * A part of all items, small enough for a page of a sync.
   * @param after undefined: the first part
   */
  page(source: QuerySource, userId: number, after: string | undefined): Promise<PrivateItemPage<List>>;
}
