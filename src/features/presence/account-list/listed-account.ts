import type { DeploymentRole } from '@parley/protocol';

import type { Account } from '../../users/account.js';

/** A user in a list of the administration. */
export interface ListedAccount extends Account {
  /** The last heartbeat of a connection; null: the user was never connected. */
  readonly last_active_at: string | null;
  /** Whether a connection is open. */
  readonly is_online: boolean;
  /** How many log-ins give access; 100 stands for more too. */
  readonly log_ins: number;
}

/** By these a list selects: a bot is neither a member nor a guest. */
export const LISTED_KINDS = ['member', 'guest', 'bot'] as const;

export type ListedKind = (typeof LISTED_KINDS)[number];

/** Selects users; an undefined field does not restrict them. */
export interface AccountFilter {
  readonly role: DeploymentRole | undefined;
  readonly isActive: boolean | undefined;
  readonly kind: ListedKind | undefined;
}

/** By the username, the last heartbeat, or the id, which rises with each new user. */
export const ACCOUNT_SORTS = ['name', 'last_activity', 'created'] as const;

export type AccountSort = (typeof ACCOUNT_SORTS)[number];

export const ACCOUNT_ORDERS = ['asc', 'desc'] as const;

export interface AccountOrder {
  readonly sort: AccountSort;
  readonly order: (typeof ACCOUNT_ORDERS)[number];
}

/**
 * The place of a user by activity. Whoever is connected is active now: these users are in the order of their ids, as are
 * those who were never connected.
 */
export interface ActivityPlace {
  /** 2: connected; 1: was connected; 0: never. */
  readonly rank: number;
  /** The last heartbeat in microseconds since 1970; 0 for the other ranks. */
  readonly moment: number;
  readonly id: number;
}

/** The place of a user in a list: an id, the key of a username, or that by activity, as the list is sorted. */
export type AccountPlace = number | string | ActivityPlace;
