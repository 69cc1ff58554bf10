import { randomUUID } from 'node:crypto';

import { Injectable } from '@nestjs/common';
import { invalid } from '@parley/protocol';
import type { ServerEvent } from '@parley/protocol';

import { OutboundFrame } from '../hub/index.js';
import type { Group } from '../hub/index.js';
import { Deferred, EventRegistry, Pages, unfitIn } from '../inbound/index.js';
import type { Actor, Answer, Outcome } from '../inbound/index.js';

/** A client event that is asked for without a connection. */
export interface Call {
  /** The name of the event. */
  readonly event: string;
  readonly data: Readonly<Record<string, unknown>>;
  readonly actor: Actor;
  /** What the actor may read of what is confined: asked for where something is. */
  readonly groups: () => Promise<readonly Group[]>;
}

/**
 * Client events of those who have no connection, one by one: the same validation, policies and dispatches as on a socket,
 * and the answer that a socket would hear under its `request_id`, as soon as what it tells of is committed.
 */
@Injectable()
export class Calls {
  constructor(private readonly registry: EventRegistry) {}

  /**
   * @returns the frame of the answer, as JSON
   * @throws Refusal as the event refuses
   */
  async run({ event: name, data, actor, groups }: Call): Promise<string> {
    const event = this.registry.find(name);
    if (!event) throw new Error(`there is no event ${name}`);
    const unfit = unfitIn(data);
    if (Object.keys(unfit).length > 0) throw invalid(unfit);
    let heard: ServerEvent | undefined;
    const caller = {
      userId: actor.user.id,
      hear: (frame: ServerEvent) => {
        heard ??= frame;
      },
    };
    const asker = { connectionId: randomUUID(), requestId: randomUUID(), caller };
    const answer = await answerOf(await event.run(data, { actor, asker }));
    const frame = answer ?? heard;
    if (!frame) throw new Error(`${name} has not answered`);
    return readBy(frame, groups);
  }
}

async function answerOf(outcome: Outcome): Promise<ServerEvent | undefined> {
  if (outcome instanceof Pages) throw new Error('an answer in pages is for a connection');
  const answer: Answer | undefined = outcome instanceof Deferred ? await outcome.begin() : outcome;
  if (answer && 'status' in answer) throw new Error('a status is for a connection');
  return answer;
}

async function readBy(frame: ServerEvent, groups: Call['groups']): Promise<string> {
  const outbound = OutboundFrame.of(frame);
  if (!outbound.wire.confined) return outbound.wire.text;
  return outbound.readBy(new Set(await groups())).wire.text;
}
