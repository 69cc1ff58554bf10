import { Injectable } from '@nestjs/common';

import { at } from './facts.js';
import type { Acknowledged, MembershipPeriod, Subject } from './facts.js';
import { membershipAt } from './membership.source.js';
import { TraceSource } from './trace-source.js';
import type { TraceReport, TraceEvent } from './trace-source.js';
import { TraceRepository } from './trace.repository.js';
import type { ReceiptTimes } from './trace.repository.js';

/** The receipts of the user's clients: that the message arrived, and that it was read. */
@Injectable()
export class ReceiptSource extends TraceSource {
  readonly name = 'receipt';

  constructor(private readonly repository: TraceRepository) {
    super();
  }

  async report(subject: Subject): Promise<TraceReport> {
    const { message, user } = subject;
    const times = await this.repository.receipt(message, user.id);
    const membership = membershipAt(subject);
    const acknowledged = acknowledgedBy(subject, times, membership.known ? membership.period : undefined);
    const { deliveredAt, readAt, deliveredUpTo, readUpTo } = acknowledged;
    const document = {
      delivered_at: deliveredAt && at(deliveredAt),
      read_at: readAt && at(readAt),
      delivered_up_to_seq: deliveredUpTo,
      read_up_to_seq: readUpTo,
    };
    return { document, lines: linesOf(user.username, acknowledged), unknown: [], facts: { acknowledged } };
  }
}

/** A mark skips own and deleted messages, so it says nothing about them. */
function acknowledgedBy(
  { message, user }: Subject,
  times: ReceiptTimes | undefined,
  period: MembershipPeriod | undefined,
): Acknowledged {
  const { senderId, isDeleted, seq } = message;
  const passed = senderId === user.id || isDeleted ? null : seq;
  const covers = (mark: number | undefined): number | null =>
    passed !== null && mark !== undefined && mark >= passed ? mark : null;
  return {
    deliveredAt: times?.deliveredAt ?? null,
    readAt: times?.readAt ?? null,
    deliveredUpTo: covers(period?.deliveredSeq),
    readUpTo: covers(period?.readSeq),
  };
}

function linesOf(who: string, { deliveredAt, readAt, deliveredUpTo, readUpTo }: Acknowledged): TraceEvent[] {
  const mark = (done: string, upTo: number | null, is: Date | null): TraceEvent[] =>
    upTo === null || is ? [] : [{ at: null, text: `${who} has ${done} everything up to number ${String(upTo)}` }];
  return [
    ...(deliveredAt ? [{ at: deliveredAt, text: `${who} acknowledged it` }] : []),
    ...(readAt ? [{ at: readAt, text: `${who} read it` }] : []),
    ...mark('acknowledged', deliveredUpTo, deliveredAt),
    ...mark('read', readUpTo, readAt),
  ];
}
