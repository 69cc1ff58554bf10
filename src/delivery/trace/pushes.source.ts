import { Injectable } from '@nestjs/common';

import { at } from './facts.js';
import type { Subject } from './facts.js';
import { membershipAt } from './membership.source.js';
import { TraceSource } from './trace-source.js';
import type { PartOfStory, StoryLine } from './trace-source.js';
import { TracedPushesRepository } from './traced-pushes.repository.js';
import type { TracedPush } from './traced-pushes.repository.js';

/** Pushes to the browsers of the user. That one was sent does not say that anybody saw it. */
@Injectable()
export class PushesSource extends TraceSource {
  readonly name = 'pushes';

  constructor(private readonly repository: TracedPushesRepository) {
    super();
  }

  async tell(subject: Subject): Promise<PartOfStory> {
    const isFor = isForThem(subject);
    const pushes = isFor ? ofThem(await this.repository.of(subject.message, subject.user.id)) : [];
    const reason = 'no push of this message is kept: there was none, or it was too long ago';
    return {
      document: pushes.map(documentOf),
      lines: pushes.map(lineOf),
      unknown: isFor && pushes.length === 0 ? [{ what: 'pushes', reason }] : [],
      facts: {},
    };
  }
}

/** A message is pushed neither to its sender, nor to who was not in the room. */
function isForThem(subject: Subject): boolean {
  const membership = membershipAt(subject);
  return subject.message.senderId !== subject.user.id && (!membership.known || membership.stay !== undefined);
}

/** Whoever has a row of their own is none of the many for whom another one stands. */
function ofThem(pushes: readonly TracedPush[]): readonly TracedPush[] {
  const own = pushes.filter(({ isOwn }) => isOwn);
  return own.length > 0 ? own : pushes;
}

const lineOf = (push: TracedPush): StoryLine => ({ at: push.doneAt ?? push.createdAt, text: textOf(push) });

function textOf({ state, reason, status, isOwn }: TracedPush): string {
  const answer = status === null ? '' : `; the push service answered ${String(status)}`;
  if (state === 'sent') return `it is pushed to a browser${answer}`;
  if (state === 'pending') return isOwn ? `a push waits to be sent${answer}` : 'whom it is pushed to is yet to be seen';
  const isSure = isOwn || reason === 'deleted';
  return `${isSure ? 'it is not pushed' : 'it is not pushed to many members, perhaps to this one'}: ${reason ?? 'unsent'}${answer}`;
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
