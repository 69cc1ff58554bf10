import type { Message } from '@parley/protocol';

import type { Fault } from './fault.js';
import type { FinalRoom } from './final-check.js';
import { markerOf } from './sent-message.js';
import type { Sending } from './sent-message.js';

interface ScheduledSend {
  readonly sending: Sending;
  /** Milliseconds since 1970. */
  readonly sendAt: number;
}

/**
 * The messages that the deployment is to send at a later time: each once, and not before its time, unless it is
 * cancelled.
 */
export class ScheduledSends {
  /** By `client_message_id`. */
  private readonly accepted = new Map<string, ScheduledSend>();
  private readonly cancelled = new Map<string, Sending>();
  private readonly received = new Set<string>();

  get size(): number {
    return this.accepted.size;
  }

  /** The messages that no device has received. */
  get missing(): readonly Sending[] {
    return [...this.accepted.values()].flatMap(({ sending }) =>
      this.received.has(sending.clientMessageId) ? [] : [sending],
    );
  }

  accept(sending: Sending, sendAt: number): void {
    this.accepted.set(sending.clientMessageId, { sending, sendAt });
  }

  /** The messages of a user that are not due yet. */
  undue(username: string): readonly Sending[] {
    const now = Date.now();
    return [...this.accepted.values()].flatMap(({ sending, sendAt }) =>
      sending.sender === username && sendAt > now ? [sending] : [],
    );
  }

  cancel(sending: Sending): void {
    this.accepted.delete(sending.clientMessageId);
    this.cancelled.set(sending.clientMessageId, sending);
  }

  receive(clientMessageId: string): void {
    this.received.add(clientMessageId);
  }

  /**
   * The faults in a room, read when all of them are due. Copies are found as those of other messages.
   * @param mayBeLost whether the database went back, which is permitted
   */
  *faults({ id: roomId, messages }: FinalRoom, mayBeLost: boolean): Generator<Fault> {
    const stored = new Map(messages.map((message) => [markerOf(message), message]));
    for (const [id, sending] of this.cancelled) {
      const message = stored.get(id);
      if (message) yield faultOf(sending, roomId, message, 'its schedule was cancelled, but it was sent');
    }
    for (const send of this.accepted.values()) {
      const { clientMessageId, roomId: ownRoom } = send.sending;
      if (ownRoom === roomId) yield* faultsOf(send, stored.get(clientMessageId), mayBeLost);
    }
  }
}

function* faultsOf({ sending, sendAt }: ScheduledSend, message: Message | undefined, mayBeLost: boolean) {
  const { roomId, content } = sending;
  if (!message) {
    if (!mayBeLost) yield faultOf(sending, roomId, undefined, 'scheduled, but not in the history');
    return;
  }
  if (Date.parse(message.created_at) < sendAt)
    yield faultOf(sending, roomId, message, 'sent before the time for which it was scheduled');
  if (message.content !== content)
    yield faultOf(sending, roomId, message, 'sent with another text than the scheduled one');
}

/** @param message undefined: it is lost */
const faultOf = (sending: Sending, room_id: string, message: Message | undefined, what: string): Fault => ({
  kind: message ? 'wrong' : 'lost',
  what: `client_message_id ${sending.clientMessageId}: ${what}`,
  room_id,
  who: sending.sender,
  seq: message?.seq,
  message_id: message?.id,
});
