import { CloseCode } from '@parley/protocol';

import { at, isOpenAtCommit, sessionsAreKnown, syncsAreKnown, whyNotKnown } from './facts.js';
import type { Facts, Stay, TracedSession, TracedSync } from './facts.js';

/** What came of it, in a word for programs and in a sentence for people. */
export interface Verdict {
  readonly kind: VerdictKind;
  readonly text: string;
}

export type VerdictKind = keyof typeof RULES;

/** A sentence, where the facts bear it. */
type Rule = (facts: Facts) => string | undefined;

/** The first sentence that the facts bear: what is certain goes first, and what nobody knows is said to be so. */
export function verdict(facts: Facts): Verdict {
  for (const [kind, says] of Object.entries(RULES) as [VerdictKind, Rule][]) {
    const text = says(facts);
    if (text !== undefined) return { kind, text };
  }
  return { kind: 'unknown', text: unknown(facts) };
}

const own: Rule = ({ message, user }) => (message.senderId === user.id ? `${user.username} sent it.` : undefined);

const acknowledged: Rule = ({ user, acknowledged: { deliveredAt, readAt, readUpTo } }) => {
  if (!deliveredAt) return undefined;
  const mark = readUpTo === null ? '' : `, and has read everything up to number ${String(readUpTo)}; when is not known`;
  return `${user.username} had it at ${at(deliveredAt)} (acknowledged)${readAt ? `, and read it at ${at(readAt)}` : mark}.`;
};

const acknowledgedByMark: Rule = ({ user, acknowledged: { deliveredUpTo, readUpTo } }) => {
  const upTo = readUpTo ?? deliveredUpTo;
  if (upTo === null) return undefined;
  const done = readUpTo === null ? 'acknowledged' : 'read';
  return `${user.username} had it: everything up to number ${String(upTo)} is ${done}; when is not known.`;
};

const userDeleted: Rule = ({ user: { username, deletedAt } }) =>
  deletedAt ? `Not known: ${username} was deleted at ${at(deletedAt)}, with what was recorded of them.` : undefined;

const notMember: Rule = ({ user, message, membership }) => {
  if (!membership.known || membership.stay) return undefined;
  const { before, after } = membership;
  const left = before ? [`out since number ${String(before.leftSeq)}`] : [];
  const joined = after ? [`in since number ${String(after.joinedSeq)}`] : [];
  const why = [...left, ...joined].join(', ') || 'never in the room';
  return `${user.username} was no member at number ${String(message.seq)} (${why}): nobody was to tell them.`;
};

const unknownMembership: Rule = ({ membership }) => (membership.known ? undefined : `Not known: ${membership.reason}.`);

const healedBySync: Rule = (facts) => {
  const slow = slowOf(facts);
  const sync = slow && syncsOf(facts).find(({ syncedAt }) => syncedAt > (slow.closedAt ?? syncedAt));
  return slow && sync && `${droppedAt(slow)}; ${told(facts, sync)}.`;
};

const toldBySync: Rule = (facts) => {
  const [sync] = syncsOf(facts);
  return sync && `${capital(told(facts, sync))}; that it arrived, nothing acknowledges.`;
};

const deleted: Rule = ({ user, message }) => {
  if (!message.isDeleted) return undefined;
  const when = message.deletedAt ? ` at ${at(message.deletedAt)}` : '';
  const under = message.deletedSeq === null ? '' : ` (number ${String(message.deletedSeq)})`;
  const rest = message.isGone
    ? `what said whether ${user.username} had it went with it`
    : `${user.username} had not acknowledged it by itself`;
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
  const isSure = !open.closedAt || open.closedAt > (facts.message.committedAt ?? open.closedAt);
  const what = `A session ${isSure ? 'was' : 'may have been'} open when it was committed, and was told at most once`;
  return `${what}, which is not recorded (${endOf(open)}); nothing acknowledges it, and ${noSync(facts)}.`;
};

const unknownSessions: Rule = (facts) => (sessionsAreKnown(facts) ? undefined : unknown(facts));

const reconnected: Rule = (facts) => {
  const [later] = laterOf(facts);
  return later && `${facts.user.username} has had a session since (${at(later.openedAt)}), and ${noSync(facts)}.`;
};

const left: Rule = (facts) => {
  const { leftSeq, leftAt } = stayOf(facts) ?? {};
  if (!leftAt) return undefined;
  return `${facts.user.username} was out of the room at number ${String(leftSeq)} (${at(leftAt)}), and had no session before.`;
};

const waits: Rule = ({ user: { username } }) => `It waits for ${username}, who has had no session since.`;

/** In the order of their certainty. */
const RULES = {
  own,
  acknowledged,
  acknowledged_by_mark: acknowledgedByMark,
  user_deleted: userDeleted,
  not_member: notMember,
  unknown_membership: unknownMembership,
  healed_by_sync: healedBySync,
  told_by_sync: toldBySync,
  deleted,
  dropped_slow: droppedSlow,
  announced,
  sent_live: sentLive,
  unknown: unknownSessions,
  reconnected,
  left,
  waits,
} satisfies Record<string, Rule>;

const unknown = (facts: Facts): string => `Not known: ${whyNotKnown(facts)}.`;

const stayOf = ({ membership }: Facts): Stay | undefined => (membership.known ? membership.stay : undefined);

/** Those of the time in which the user was in the room. */
function sessionsOf(facts: Facts): TracedSession[] {
  const { leftAt } = stayOf(facts) ?? {};
  return facts.sessions.filter(({ openedAt }) => !leftAt || openedAt <= leftAt);
}

const laterOf = (facts: Facts): TracedSession[] =>
  sessionsOf(facts).filter((session) => !isOpenAtCommit(facts.message, session));

/** Pages that were handed to a session which was open then. */
const syncsOf = ({ syncs, sessions }: Facts): TracedSync[] =>
  syncs.filter(({ sessionId, syncedAt }) => {
    const session = sessions.find(({ id }) => id === sessionId);
    return !session?.closedAt || session.closedAt >= syncedAt;
  });

const slowOf = (facts: Facts): TracedSession | undefined =>
  sessionsOf(facts).find(
    (session) => session.closeCode === CloseCode.tooSlow.code && isOpenAtCommit(facts.message, session),
  );

const isAnnounced = (facts: Facts): boolean => facts.announces && laterOf(facts).length > 0;

const droppedAt = ({ closedAt }: TracedSession): string =>
  `A session of theirs was closed as a slow reader (4008)${closedAt ? ` at ${at(closedAt)}` : ''}`;

function told({ sessions, user }: Facts, { sessionId, syncedAt, afterSeq, upToSeq }: TracedSync): string {
  const opened = sessions.find(({ id }) => id === sessionId)?.openedAt;
  const which = opened ? `the session that was opened at ${at(opened)}` : `session ${sessionId}`;
  const numbers = `numbers ${String(afterSeq + 1)} to ${String(upToSeq)}`;
  return `a sync of ${which} told ${user.username} ${numbers} at ${at(syncedAt)}`;
}

/** What came after the commit, where no sync told it. */
function since(facts: Facts): string {
  const [later] = laterOf(facts);
  if (later && facts.announces) {
    return `the first frame of the session that was opened at ${at(later.openedAt)} counted it among what waits, and ${noSync(facts)}`;
  }
  const none = sessionsAreKnown(facts) && !later ? 'there has been no session since' : '';
  return [none, noSync(facts)].filter(Boolean).join(', and ');
}

const noSync = (facts: Facts): string =>
  syncsAreKnown(facts) ? 'no sync has told it' : 'whether a sync has told it is not known';

function endOf({ closedAt, closeCode, closeReason }: TracedSession): string {
  if (!closedAt) return 'it is still open';
  if (closeReason === 'node_died') return `its node died; its last sign of life is of ${at(closedAt)}`;
  return `it was closed at ${at(closedAt)}${closeCode === null ? '' : ` with ${String(closeCode)}`}`;
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
