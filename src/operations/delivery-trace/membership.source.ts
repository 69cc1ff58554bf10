import { Injectable } from '@nestjs/common';

import { at, sessionsAreKnown, whyNotKnown } from './facts.js';
import type { Membership, Stay, Subject } from './facts.js';
import { TraceSource } from './trace-source.js';
import type { TraceReport, TraceEvent } from './trace-source.js';

/** Whether the user was a member at the number of the message, and so should have received it. */
@Injectable()
export class MembershipSource extends TraceSource {
  readonly name = 'membership';

  report(subject: Subject): Promise<TraceReport> {
    const { user, stays } = subject;
    const membership = membershipAt(subject);
    const unknown = membership.known ? [] : [{ what: 'membership', reason: membership.reason }];
    const lines = stays.flatMap((stay) => linesOf(user.username, stay));
    return Promise.resolve({ document: documentOf(membership), lines, unknown, facts: { membership } });
  }
}

export function membershipAt(subject: Subject): Membership {
  const { message, stays } = subject;
  const { seq } = message;
  if (seq === null) return { known: false, reason: whyNotKnown(subject) };
  const stay = stays.find(({ joinedSeq, leftSeq }) => joinedSeq < seq && (leftSeq ?? Infinity) > seq);
  if (stay) return { known: true, stay };
  if (subject.user.deletedAt) return { known: false, reason: 'the user is deleted' };
  // A membership at that number would have ended since the commit. If records are complete since then, there was none.
  if (!sessionsAreKnown(subject)) {
    return {
      known: false,
      reason: `${whyNotKnown(subject)}; the audit log lists members whom others added or removed`,
    };
  }
  const before = stays.findLast(({ leftSeq }) => leftSeq !== null && leftSeq < seq);
  return { known: true, stay: undefined, before, after: stays.find(({ joinedSeq }) => joinedSeq > seq) };
}

function linesOf(who: string, { joinedSeq, joinedAt, leftSeq, leftAt }: Stay): TraceEvent[] {
  const joined = { at: joinedAt, text: `${who} is in the room since number ${String(joinedSeq)}` };
  return leftSeq === null
    ? [joined]
    : [joined, { at: leftAt, text: `${who} is out of the room since number ${String(leftSeq)}` }];
}

function documentOf(membership: Membership): object {
  if (!membership.known) return { known: false, reason: membership.reason };
  const { stay } = membership;
  if (!stay) {
    const { before, after } = membership;
    return {
      known: true,
      member: false,
      out_since_seq: before?.leftSeq ?? null,
      in_since_seq: after?.joinedSeq ?? null,
    };
  }
  return {
    known: true,
    member: true,
    joined_seq: stay.joinedSeq,
    joined_at: at(stay.joinedAt),
    left_seq: stay.leftSeq,
    left_at: stay.leftAt && at(stay.leftAt),
  };
}
