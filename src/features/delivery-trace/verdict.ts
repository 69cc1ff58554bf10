import { CloseCode } from '@parley/protocol';

import { at, isOpenAtCommit, sessionsAreKnown, syncsAreKnown, whyNotKnown } from './facts.js';
import type { Facts, MembershipPeriod, TracedSession, TracedSync } from './facts.js';

/** The result of a trace: a kind for programs, and a sentence for operators. */
export interface Verdict {
  readonly kind: VerdictKind;
  readonly text: string;
}

export type VerdictKind =
  | ('own' | 'acknowledged' | 'acknowledged_by_mark' | 'user_deleted' | 'not_member' | 'unknown_membership')
  | ('healed_by_sync' | 'told_by_sync' | 'deleted' | 'dropped_slow' | 'announced' | 'sent_live')
  | ('unknown' | 'reconnected' | 'left' | 'waits');

/** Returns a sentence if the facts support it. */
type Rule = (facts: Facts) => string | undefined;

/** Returns the first sentence that the facts support, the most certain first, or states what is not known. */
export function verdict(facts: Facts): Verdict {
  for (const [kind, rule] of Object.entries(RULES) as [VerdictKind, Rule][]) {
    const text = rule(facts);
    if (text !== undefined) return { kind, text };
  }
  return { kind: 'unknown', text: unknown(facts) };
}

const own: Rule = ({ message, user }) => (message.senderId === user.id ? `${user.username} sent it.` : undefined);

const acknowledged: Rule = ({ user, acknowledged: { deliveredAt, readAt, readUpTo } }) => {
  if (!deliveredAt) return undefined;
  const mark =
    readUpTo === null ? '' : `, and has read everything up to number ${String(readUpTo)}; the time is not known`;
  return `${user.username} received it at ${at(deliveredAt)} (acknowledged)${readAt ? `, and read it at ${at(readAt)}` : mark}.`;
};

const acknowledgedByMark: Rule = ({ user, acknowledged: { deliveredUpTo, readUpTo } }) => {
  const upTo = readUpTo ?? deliveredUpTo;
  if (upTo === null) return undefined;
  const done = readUpTo === null ? 'acknowledged' : 'read';
  return `${user.username} received it: everything up to number ${String(upTo)} is ${done}; the time is not known.`;
};

const userDeleted: Rule = ({ user: { username, deletedAt } }) =>
  deletedAt ? `Not known: ${username} was deleted at ${at(deletedAt)}, with all records.` : undefined;

const notMember: Rule = ({ user, message, membership }) => {
  if (!membership.known || membership.period) return undefined;
  const { before, after } = membership;
  const left = before ? [`out since number ${String(before.leftSeq)}`] : [];
  const joined = after ? [`in since number ${String(after.joinedSeq)}`] : [];
  const why = [...left, ...joined].join(', ') || 'never in the room';
  return `${user.username} was not a member at number ${String(message.seq)} (${why}).`;
};

const unknownMembership: Rule = ({ membership }) => (membership.known ? undefined : `Not known: ${membership.reason}.`);

const healedBySync: Rule = (facts) => {
  const slow = slowOf(facts);
  const sync = slow && facts.syncs.find(({ syncedAt }) => syncedAt > (slow.closedAt ?? syncedAt));
  return slow && sync && `${droppedAt(slow)}; ${describeSync(facts, sync)}.`;
};

const sentBySync: Rule = (facts) => {
  const [sync] = facts.syncs;
  return sync && `${capital(describeSync(facts, sync))}; its arrival is not acknowledged.`;
};

const deleted: Rule = ({ user, message }) => {
  if (!message.isDeleted) return undefined;
  const when = message.deletedAt ? ` at ${at(message.deletedAt)}` : '';
  const under = message.deletedSeq === null ? '' : ` (number ${String(message.deletedSeq)})`;
  const rest = message.isGone ? 'its receipts were deleted with it' : `${user.username} had not acknowledged it`;
  return `It was deleted${when}${under}: ${rest}.`;
};

const droppedSlow: Rule = (facts) => {
  const slow = slowOf(facts);
  return slow && `${droppedAt(slow)}; ${since(facts)}.`;
};

const announced: Rule = (facts) => (isAnnounced(facts) ? `${capital(since(facts))}.` : undefined);

const sentLive: Rule = (facts) => {
  const [open] = sessionsOf(facts).filter((session) => isOpenAtCommit(facts.message, session));
  if (!open) return undefined;
  const wasOpen = !open.closedAt || open.closedAt > (facts.message.committedAt ?? open.closedAt);
  const what = `A session ${wasOpen ? 'was' : 'may have been'} open when it was committed, and got it at most once`;
  return `${what}, which is not recorded (${endOf(open)}); it is not acknowledged, and ${noSync(facts)}.`;
};

const unknownSessions: Rule = (facts) => (sessionsAreKnown(facts) ? undefined : unknown(facts));

const reconnected: Rule = (facts) => {
  const [later] = laterOf(facts);
  return later && `${facts.user.username} has had a session since (${at(later.openedAt)}), and ${noSync(facts)}.`;
};

const left: Rule = (facts) => {
  const { leftSeq, leftAt } = periodOf(facts) ?? {};
  if (!leftAt) return undefined;
  return `${facts.user.username} was out of the room at number ${String(leftSeq)} (${at(leftAt)}), and had no session before.`;
};

const pending: Rule = ({ user: { username } }) => `It is pending for ${username}, who has had no session since.`;

/** The most certain first. */
const RULES: Readonly<Record<VerdictKind, Rule>> = {
  own,
  acknowledged,
  acknowledged_by_mark: acknowledgedByMark,
  user_deleted: userDeleted,
  not_member: notMember,
  unknown_membership: unknownMembership,
  healed_by_sync: healedBySync,
  told_by_sync: sentBySync,
  deleted,
  dropped_slow: droppedSlow,
  announced,
  sent_live: sentLive,
  unknown: unknownSessions,
  reconnected,
  left,
  waits: pending,
};

const unknown = (facts: Facts): string => `Not known: ${whyNotKnown(facts)}.`;

const periodOf = ({ membership }: Facts): MembershipPeriod | undefined =>
  membership.known ? membership.period : undefined;

/** The sessions that were opened during the membership. */
function sessionsOf(facts: Facts): TracedSession[] {
  const { leftAt } = periodOf(facts) ?? {};
  return facts.sessions.filter(({ openedAt }) => !leftAt || openedAt <= leftAt);
}

const laterOf = (facts: Facts): TracedSession[] =>
  sessionsOf(facts).filter((session) => !isOpenAtCommit(facts.message, session));

const slowOf = (facts: Facts): TracedSession | undefined =>
  sessionsOf(facts).find(
    (session) => session.closeCode === CloseCode.tooSlow.code && isOpenAtCommit(facts.message, session),
  );

const isAnnounced = (facts: Facts): boolean => facts.announces && laterOf(facts).length > 0;

const droppedAt = ({ closedAt }: TracedSession): string =>
  `A session of the user was closed as a slow reader (4008)${closedAt ? ` at ${at(closedAt)}` : ''}`;

function describeSync({ sessions, user }: Facts, { sessionId, syncedAt, afterSeq, upToSeq }: TracedSync): string {
  const opened = sessions.find(({ id }) => id === sessionId)?.openedAt;
  const which = opened ? `the session that was opened at ${at(opened)}` : `session ${sessionId}`;
  const numbers = `${String(afterSeq + 1)} to ${String(upToSeq)}`;
  return `a sync of ${which} returned numbers ${numbers} to ${user.username} at ${at(syncedAt)}`;
}

/** The events after the commit, if no sync returned the message. */
function since(facts: Facts): string {
  const [later] = laterOf(facts);
  if (later && facts.announces) {
    return `the first frame of the session that was opened at ${at(later.openedAt)} counted it as pending, and ${noSync(facts)}`;
  }
  const none = sessionsAreKnown(facts) && !later ? 'there has been no session since' : '';
  return [none, noSync(facts)].filter(Boolean).join(', and ');
}

const noSync = (facts: Facts): string =>
  syncsAreKnown(facts) ? 'no sync has returned it' : 'whether a sync has returned it is not known';

function endOf({ closedAt, closeCode, closeReason }: TracedSession): string {
  if (!closedAt) return 'it is still open';
  if (closeReason === 'node_died') return `its node died; its last heartbeat was at ${at(closedAt)}`;
  return `it was closed at ${at(closedAt)}${closeCode === null ? '' : ` with ${String(closeCode)}`}`;
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
