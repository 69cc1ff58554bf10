import { Injectable } from '@nestjs/common';

import { at, sessionsAreKnown, whyNotKnown } from './facts.js';
import type { Membership, MembershipPeriod, Subject } from './facts.js';
import { TraceSource } from './trace-source.js';
import type { TraceReport, TraceEvent } from './trace-source.js';

/** Whether the user was a member at the number of the message, and so should have received it. */
@Injectable()
export class MembershipSource extends TraceSource {
  readonly name = 'membership';

  report(subject: Subject): Promise<TraceReport> {
    const { user, periods } = subject;
    const membership = membershipAt(subject);
    const unknown = membership.known ? [] : [{ what: 'membership', reason: membership.reason }];
    const lines = periods.flatMap((period) => linesOf(user.username, period));
    return Promise.resolve({ document: documentOf(membership), lines, unknown, facts: { membership } });
  }
}

export function membershipAt(subject: Subject): Membership {
  const { message, periods } = subject;
  const { seq } = message;
  if (seq === null) return { known: false, reason: whyNotKnown(subject) };
  const period = periods.find(({ joinedSeq, leftSeq }) => joinedSeq < seq && (leftSeq ?? Infinity) > seq);
  if (period) return { known: true, period };
  if (subject.user.deletedAt) return { known: false, reason: 'the user is deleted' };
  // A membership at that number would have ended since the commit. If records are complete since then, there was none.
  if (!sessionsAreKnown(subject)) {
    return {
      known: false,
      reason: `${whyNotKnown(subject)}; the audit log lists members whom others added or removed`,
    };
  }
  const before = periods.findLast(({ leftSeq }) => leftSeq !== null && leftSeq < seq);
  return { known: true, period: undefined, before, after: periods.find(({ joinedSeq }) => joinedSeq > seq) };
}

function linesOf(username: string, { joinedSeq, joinedAt, leftSeq, leftAt }: MembershipPeriod): TraceEvent[] {
  const joined = { at: joinedAt, text: `${username} is in the room since number ${String(joinedSeq)}` };
  return leftSeq === null
    ? [joined]
    : [joined, { at: leftAt, text: `${username} is out of the room since number ${String(leftSeq)}` }];
}

function documentOf(membership: Membership): object {
  if (!membership.known) return { known: false, reason: membership.reason };
  const { period } = membership;
  if (!period) {
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
    joined_seq: period.joinedSeq,
    joined_at: at(period.joinedAt),
    left_seq: period.leftSeq,
    left_at: period.leftAt && at(period.leftAt),
  };
}
