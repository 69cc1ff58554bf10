/** A message whose delivery is asked for, as far as it is still there. */
export interface TracedMessage {
  readonly id: string;
  readonly roomId: string;
  readonly roomType: string;
  /** Null: it went before numbers of what is deleted were kept. */
  readonly seq: number | null;
  readonly senderId: number | null;
  readonly sender: string | null;
  /** Null as {@link seq}. */
  readonly committedAt: Date | null;
  /** Of its text, in characters; null where that is gone. */
  readonly length: number | null;
  /** When it was edited last; null: it was not. */
  readonly editedAt: Date | null;
  readonly isDeleted: boolean;
  /** Whether its row, and every receipt with it, is gone. */
  readonly isGone: boolean;
  /** The number of its deletion in the room's log. */
  readonly deletedSeq: number | null;
  /** Null: it is not deleted, or when is not known. */
  readonly deletedAt: Date | null;
}

export interface TracedUser {
  readonly id: number;
  readonly username: string;
  readonly isActive: boolean;
  readonly deletedAt: Date | null;
  /** When they were last connected; null: never. */
  readonly lastSeenAt: Date | null;
}

/** Since when records are complete; null: none are kept. */
export interface Recorded {
  readonly since: Date | null;
  readonly syncsSince: Date | null;
}

/** From when to when somebody was in a room. They were told what has a number between the two. */
export interface Stay {
  readonly joinedSeq: number;
  readonly joinedAt: Date;
  /** Null: they are in it. */
  readonly leftSeq: number | null;
  readonly leftAt: Date | null;
  readonly deliveredSeq: number;
  readonly readSeq: number;
}

/** What is asked: what became of this message for this user? */
export interface Subject {
  readonly message: TracedMessage;
  readonly user: TracedUser;
  readonly recorded: Recorded;
  /** Of the user in the room, in the order of their numbers; those that ended as far as they are kept. */
  readonly stays: readonly Stay[];
}

/** Whether the user was in the room at the number of the message. */
export type Membership =
  | { readonly known: true; readonly stay: Stay }
  /** The user was not. @param before, @param after the stays next to the number, if there were any */
  | {
      readonly known: true;
      readonly stay: undefined;
      readonly before?: Stay | undefined;
      readonly after?: Stay | undefined;
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
  /** In the words of the service; null: the client closed it, or the line was lost. */
  readonly closeReason: string | null;
}

/** A page of a sync that told the room beyond the number of the message, from before it. */
export interface TracedSync {
  readonly sessionId: string;
  readonly syncedAt: Date;
  readonly afterSeq: number;
  readonly upToSeq: number;
  readonly reset: boolean;
}

/** What the client itself has said. */
export interface Acknowledged {
  readonly deliveredAt: Date | null;
  readonly readAt: Date | null;
  /** The number up to which everything is acknowledged, where the message is below it. */
  readonly deliveredUpTo: number | null;
  readonly readUpTo: number | null;
}

/** Everything that the verdict goes by. */
export interface Facts extends Subject {
  readonly membership: Membership;
  /** Those that were open when the message was committed, and those that were opened since, in this order. */
  readonly sessions: readonly TracedSession[];
  readonly syncs: readonly TracedSync[];
  readonly acknowledged: Acknowledged;
  /** Whether first frames tell what waits. */
  readonly announces: boolean;
}

/** Whether what is not recorded of sessions and memberships since the commit did not happen. */
export const sessionsAreKnown = ({ message, recorded }: Subject): boolean =>
  isSince(message.committedAt, recorded.since);

/** The same of syncs. */
export const syncsAreKnown = ({ message, recorded }: Subject): boolean =>
  isSince(message.committedAt, recorded.syncsSince);

const isSince = (committedAt: Date | null, since: Date | null): boolean =>
  committedAt !== null && since !== null && committedAt >= since;

/** Whether the session was open when the message was committed. */
export const isOpenAtCommit = ({ committedAt }: TracedMessage, { openedAt }: TracedSession): boolean =>
  committedAt !== null && openedAt <= committedAt;

/** @returns why records do not tell */
export const whyNotKnown = ({ recorded, message }: Subject): string => {
  if (message.committedAt === null) return 'it is not known when the message was sent';
  if (recorded.since === null) return 'no records are kept (DELIVERY_RECORD_DAYS=0)';
  return `records of that time are gone, or were not kept yet: they begin at ${at(recorded.since)}`;
};

/** A moment as operators read it, in UTC. */
export const at = (moment: Date): string => moment.toISOString();
