/** The message of a trace, as far as it is still stored. */
export interface TracedMessage {
  readonly id: string;
  readonly roomId: string;
  readonly roomType: string;
  /** Null: it was deleted before numbers of deleted messages were kept. */
  readonly seq: number | null;
  readonly senderId: number | null;
  readonly sender: string | null;
  /** Null if {@link seq} is null. */
  readonly committedAt: Date | null;
  /** The length of its text in characters; null if that is deleted. */
  readonly length: number | null;
  /** When it was last edited; null: never. */
  readonly editedAt: Date | null;
  readonly isDeleted: boolean;
  /** Whether its row is deleted, with every receipt. */
  readonly isGone: boolean;
  /** The number of its deletion in the room's change log. */
  readonly deletedSeq: number | null;
  /** Null: it is not deleted, or the time is not known. */
  readonly deletedAt: Date | null;
}

export interface TracedUser {
  readonly id: number;
  readonly username: string;
  readonly isActive: boolean;
  readonly deletedAt: Date | null;
  /** When the user was last connected; null: never. */
  readonly lastSeenAt: Date | null;
}

/** Since when records are complete; null: none are kept. */
export interface Recorded {
  readonly since: Date | null;
  readonly syncsSince: Date | null;
}

/** A period of membership. A member receives the changes with numbers between its two bounds. */
export interface MembershipPeriod {
  readonly joinedSeq: number;
  readonly joinedAt: Date;
  /** Null: the user is a member. */
  readonly leftSeq: number | null;
  readonly leftAt: Date | null;
  readonly deliveredSeq: number;
  readonly readSeq: number;
}

/** The subject of a trace: a message and a user. */
export interface Subject {
  readonly message: TracedMessage;
  readonly user: TracedUser;
  readonly recorded: Recorded;
  /** The user's periods of membership in the room, in order; ended ones as far as they are kept. */
  readonly periods: readonly MembershipPeriod[];
}

/** Whether the user was a member at the number of the message. */
export type Membership =
  | { readonly known: true; readonly period: MembershipPeriod }
  /** The user was not. `before` and `after` are the periods next to the number, if there were any. */
  | {
      readonly known: true;
      readonly period: undefined;
      readonly before?: MembershipPeriod | undefined;
      readonly after?: MembershipPeriod | undefined;
    }
  | { readonly known: false; readonly reason: string };

export interface TracedSession {
  readonly id: string;
  readonly nodeId: string;
  readonly device: string;
  readonly openedAt: Date;
  /** Null: it is open. */
  readonly closedAt: Date | null;
  /** Null: it is open, or ended with its node. */
  readonly closeCode: number | null;
  /** The reason of the service; null: the client closed it, or the connection was lost. */
  readonly closeReason: string | null;
}

/** A page of a sync that returned a range of numbers with the message. */
export interface TracedSync {
  readonly sessionId: string;
  readonly syncedAt: Date;
  readonly afterSeq: number;
  readonly upToSeq: number;
  readonly reset: boolean;
}

/** The receipts of the client. */
export interface Acknowledged {
  readonly deliveredAt: Date | null;
  readonly readAt: Date | null;
  /** The number up to which everything is acknowledged, if the message is not above it. */
  readonly deliveredUpTo: number | null;
  readonly readUpTo: number | null;
}

/** All facts that the verdict depends on. */
export interface Facts extends Subject {
  readonly membership: Membership;
  /** The sessions that were open at the commit of the message, and those opened since, in this order. */
  readonly sessions: readonly TracedSession[];
  readonly syncs: readonly TracedSync[];
  readonly acknowledged: Acknowledged;
  /** Whether first frames have the pending notifications. */
  readonly announces: boolean;
}

/** Whether the records of sessions and memberships are complete since the commit. */
export const sessionsAreKnown = ({ message, recorded }: Subject): boolean =>
  isSince(message.committedAt, recorded.since);

/** The same for syncs. */
export const syncsAreKnown = ({ message, recorded }: Subject): boolean =>
  isSince(message.committedAt, recorded.syncsSince);

const isSince = (committedAt: Date | null, since: Date | null): boolean =>
  committedAt !== null && since !== null && committedAt >= since;

/** Whether the session was open when the message was committed. */
export const isOpenAtCommit = ({ committedAt }: TracedMessage, { openedAt }: TracedSession): boolean =>
  committedAt !== null && openedAt <= committedAt;

/** @returns why the records are not complete */
export const whyNotKnown = ({ recorded, message }: Subject): string => {
  if (message.committedAt === null) return 'the time of the message is not known';
  if (recorded.since === null) return 'no records are kept (DELIVERY_RECORD_DAYS=0)';
  return `records of that time are deleted, or were not kept yet: they begin at ${at(recorded.since)}`;
};

/** A time for operators, in UTC. */
export const at = (moment: Date): string => moment.toISOString();
