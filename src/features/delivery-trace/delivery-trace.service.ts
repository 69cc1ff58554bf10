import { Injectable } from '@nestjs/common';
import { invalid, notFound } from '@parley/protocol';
import { isUUID } from 'class-validator';

import { UsersService } from '../users/users.service.js';
import type { Facts, Subject, TracedMessage } from './facts.js';
import { TraceSources } from './trace-source.js';
import type { TraceReport, TraceEvent, Unknown } from './trace-source.js';
import { TraceRepository } from './trace.repository.js';
import { verdict } from './verdict.js';
import type { Verdict } from './verdict.js';

/** All records of a message and one user, and the verdict. */
export interface Trace {
  readonly subject: Subject;
  /** The document of each source, by its name. */
  readonly parts: Readonly<Record<string, object>>;
  /** In the order of time; lines without a time are last. */
  readonly story: readonly TraceEvent[];
  readonly unknown: readonly Unknown[];
  readonly verdict: Verdict;
}

/** Finds out from stored records whether a user received a message, or why not. */
@Injectable()
export class DeliveryTraceService {
  constructor(
    private readonly repository: TraceRepository,
    private readonly users: UsersService,
    private readonly sources: TraceSources,
  ) {}

  /**
   * As {@link trace}, of the message with a number in a room.
   * @throws Refusal 4004 if there is no such message or user
   */
  async traceAt(roomId: string, number: number, username: string): Promise<Trace> {
    const id = await this.repository.idAt(roomId, number);
    if (id === undefined) throw notFound(`The room has no message with the number ${String(number)}.`);
    return this.trace(id, username);
  }

  /**
   * @param username may be the placeholder of a deleted user
   * @throws Refusal 4003 if the id is no UUID, 4004 if there is no such message or user
   */
  async trace(messageId: string, username: string): Promise<Trace> {
    if (!isUUID(messageId)) throw invalid({ message_id: ['Must be the id of a message, which is a UUID.'] });
    const message = await this.repository.message(messageId.toLowerCase());
    if (!message) throw notFound(`No such message: ${messageId}. Deleting a room removes every trace of its messages.`);
    const { id: userId } = await this.users.findAny(username);
    const subject = {
      message,
      user: await this.repository.user(userId),
      recorded: await this.repository.recorded(),
      periods: await this.repository.periods(userId, message.roomId),
    };
    const parts: [string, TraceReport][] = [];
    for (const source of this.sources.all) parts.push([source.name, await source.report(subject)]);
    const reports = parts.map(([, part]) => part);
    return {
      subject,
      parts: Object.fromEntries(parts.map(([name, { document }]) => [name, document])),
      story: [...ofMessage(message), ...reports.flatMap(({ lines }) => lines)].sort(byTime),
      unknown: reports.flatMap(({ unknown }) => unknown),
      verdict: verdict(Object.assign({}, subject, ...reports.map(({ facts }) => facts)) as Facts),
    };
  }
}

function ofMessage({ committedAt, editedAt, isDeleted, deletedAt, deletedSeq }: TracedMessage): TraceEvent[] {
  const number = deletedSeq === null ? '' : `, under number ${String(deletedSeq)}`;
  return [
    { at: committedAt, text: 'the message is committed' },
    ...(editedAt ? [{ at: editedAt, text: 'the message is edited for the last time' }] : []),
    ...(isDeleted ? [{ at: deletedAt, text: `the message is deleted${number}` }] : []),
  ];
}

const byTime = (one: TraceEvent, other: TraceEvent): number => timeOf(one) - timeOf(other);
const timeOf = ({ at: moment }: TraceEvent): number => moment?.getTime() ?? Number.MAX_SAFE_INTEGER;
