import { randomUUID } from 'node:crypto';

import { Injectable } from '@nestjs/common';
import { invalid } from '@parley/protocol';

import { OutboundFrame, userGroup } from '../hub/index.js';
import type { Group } from '../hub/index.js';
import type { OutgoingEvent } from '../hub/restricted-part.js';
import { EventRegistry, malformedFields, PipelinedReply, StreamedReply } from '../requests/index.js';
import type { Actor, Answer, Outcome } from '../requests/index.js';

/** A client event that is requested without a connection. */
export interface HttpCall {
  /** The name of the event. */
  readonly event: string;
  readonly data: Readonly<Record<string, unknown>>;
  readonly actor: Actor;
  /** The groups whose restricted parts the actor may read; called only if an answer has such parts. */
  readonly groups: () => Promise<readonly Group[]>;
}

/**
 * Runs client events without a connection, with the validation, policies and dispatches of a socket. The answer is the
 * frame that a socket would receive under its `request_id`, available as soon as its change is committed.
 */
@Injectable()
export class HttpCalls {
  constructor(private readonly registry: EventRegistry) {}

  /**
   * @returns the frame of the answer, as JSON
   * @throws Refusal as the event does, and 4003 for fields that it does not know
   */
  async execute({ event: name, data, actor, groups }: HttpCall): Promise<string> {
    const event = this.registry.find(name);
    if (!event) throw new Error(`there is no event ${name}`);
    const malformed = malformedFields(data);
    if (Object.keys(malformed).length > 0) throw invalid(malformed);
    let received: OutgoingEvent | undefined;
    const httpReceiver = {
      userId: actor.user.id,
      receive: (frame: OutgoingEvent) => {
        received ??= frame;
      },
    };
    const origin = { connectionId: randomUUID(), requestId: randomUUID(), httpReceiver };
    // A route names one object, and its requests are counted where they arrive.
    const pay = (): void => undefined;
    const answer = await answerOf(await event.handle(data, { actor, origin, pay }, 'refuse'));
    const frame = answer ?? received;
    if (!frame) throw new Error(`${name} has not answered`);
    return readableText(frame, async () => [userGroup(actor.user.id), ...(await groups())]);
  }
}

async function answerOf(outcome: Outcome): Promise<OutgoingEvent | undefined> {
  if (outcome instanceof StreamedReply) throw new Error('a streamed reply needs a connection');
  const answer: Answer | undefined = outcome instanceof PipelinedReply ? await outcome.run() : outcome;
  if (answer && 'status' in answer) throw new Error('a status needs a connection');
  return answer;
}

async function readableText(frame: OutgoingEvent, groups: HttpCall['groups']): Promise<string> {
  const outbound = OutboundFrame.from(frame);
  const visible = outbound.isRestricted ? outbound.visibleTo(new Set(await groups())) : outbound;
  return visible.serialised.text;
}
