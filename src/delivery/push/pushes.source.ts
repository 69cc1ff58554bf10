import { Injectable } from '@nestjs/common';
import type { OnModuleInit } from '@nestjs/common';

import { at } from '../../features/delivery-trace/facts.js';
import type { Subject } from '../../features/delivery-trace/facts.js';
import { membershipAt } from '../../features/delivery-trace/membership.source.js';
import { TraceSource, TraceSources } from '../../features/delivery-trace/trace-source.js';
import type { TraceReport, TraceEvent } from '../../features/delivery-trace/trace-source.js';
import { TracedPushesRepository } from './traced-pushes.repository.js';
import type { TracedPush } from './traced-pushes.repository.js';

/** Pushes to the browsers of the user. A sent push does not prove that the user saw it. */
@Injectable()
export class PushesSource extends TraceSource implements OnModuleInit {
  readonly name = 'pushes';

  constructor(
    private readonly repository: TracedPushesRepository,
    private readonly sources: TraceSources,
  ) {
    super();
  }

  onModuleInit(): void {
    this.sources.add(this);
  }

  async report(subject: Subject): Promise<TraceReport> {
    const isPushable = mayBePushed(subject);
    const pushes = isPushable ? pushesOfUser(await this.repository.find(subject.message, subject.user.id)) : [];
    const reason = 'no push of this message is stored: there was none, or its record is deleted';
    return {
      document: pushes.map(documentOf),
      lines: pushes.map(lineOf),
      unknown: isPushable && pushes.length === 0 ? [{ what: 'pushes', reason }] : [],
      facts: {},
    };
  }
}

/** A message is pushed neither to its sender nor to non-members. */
function mayBePushed(subject: Subject): boolean {
  const membership = membershipAt(subject);
  return subject.message.senderId !== subject.user.id && (!membership.known || membership.period !== undefined);
}

/** A user with an own row is not among the many members that another row stands for. */
function pushesOfUser(pushes: readonly TracedPush[]): readonly TracedPush[] {
  const own = pushes.filter(({ isOwn }) => isOwn);
  return own.length > 0 ? own : pushes;
}

const lineOf = (push: TracedPush): TraceEvent => ({ at: push.doneAt ?? push.createdAt, text: textOf(push) });

function textOf({ state, reason, status, isOwn }: TracedPush): string {
  const answer = status === null ? '' : `; the push service returned ${String(status)}`;
  if (state === 'sent') return `it is pushed to a browser${answer}`;
  if (state === 'pending')
    return isOwn ? `a push is pending${answer}` : 'the recipients of its pushes are not resolved yet';
  const isSure = isOwn || reason === 'deleted' || reason === 'silent';
  return `${isSure ? 'it is not pushed' : 'it is not pushed to many members, perhaps including this one'}: ${reason ?? 'unsent'}${answer}`;
}

const documentOf = ({ state, reason, status, attempts, createdAt, doneAt, isOwn }: TracedPush): object => ({
  state,
  reason,
  status,
  attempts,
  created_at: at(createdAt),
  done_at: doneAt && at(doneAt),
  of_this_user: isOwn,
});
