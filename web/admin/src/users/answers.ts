import type { DeploymentRole, Session } from '@parley/protocol';

/** A user as the administration sees it. */
export interface Account {
  readonly id: number;
  readonly username: string;
  readonly first_name: string;
  readonly last_name: string;
  readonly email: string | null;
  readonly is_active: boolean;
  readonly deactivated_by: DeploymentRole | 'operator' | null;
  readonly is_bot: boolean;
  readonly kind: 'guest' | 'member';
  /** When the access of a guest ends; null: it has no end. */
  readonly guest_until: string | null;
  readonly role: DeploymentRole;
  readonly created_at: string;
}

/** A user in the list. */
export interface ListedAccount extends Account {
  /** The last heartbeat; null: the user was never connected. */
  readonly last_active_at: string | null;
  readonly is_online: boolean;
  /** 100 stands for more too. */
  readonly log_ins: number;
}

export interface AccountDetail extends Account {
  readonly second_factor: { readonly enabled: boolean; readonly recovery_codes: number };
}

/** The log-ins and connections of a user. */
export interface SessionsOfUser {
  readonly sessions: readonly Session[];
}

/** The data that a deletion or an erasure of a user would remove. */
export interface UserHoldings {
  readonly rooms_deleted: number;
  readonly messages_in_rooms_deleted: number;
  readonly rooms_left: number;
  readonly messages_elsewhere: number;
  readonly files: number;
  readonly file_bytes: number;
}

/** The result of an erasure, which the service does not store. */
export interface ErasureReceipt {
  readonly user_id: number;
  readonly username: string;
  readonly erased_at: string;
  /** Its properties are the numbers of removed items by kind. */
  readonly removed: object;
}

/** The messages that a removal of the new messages of a user would remove. */
export interface SenderPurgePlan {
  readonly messages: number;
  readonly rooms: number;
  /** Rooms with a legal hold, whose messages stay. */
  readonly held_rooms: number;
}

/** How many messages a removal has removed. */
export interface SenderPurge {
  readonly removed: number;
  readonly rooms: number;
  readonly held_rooms: number;
}
