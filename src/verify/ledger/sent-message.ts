import type { Message } from '@parley/protocol';

import type { Fault } from './fault.js';
import type { Latency } from './latencies.js';
import { latencyOf } from './latencies.js';
import { isForNow } from './refusals.js';

/** A message as its sender sends it, however often. */
export interface Sending {
  readonly clientMessageId: string;
  readonly roomId: string;
  /** The sender's name. */
  readonly sender: string;
  readonly content: string;
}

/** One sending. What is never called for it says that it was never answered. */
export interface SendAttempt {
  /** @param at milliseconds, on the clock of the whole run */
  accepted(message: Message, duplicate: boolean, at: number): void;
  refused(code: number): void;
}

export interface Place {
  readonly id: string;
  readonly seq: number;
}

/** All that happened to one message on its way in, whatever was answered to each of its sendings. */
export class SentMessage {
  /** What the first answer said. */
  place: Place | undefined;
  private readonly hearings: { readonly id: string; readonly at: number }[] = [];
  private firstAt: number | undefined;
  private answeredAt = 0;
  private attempts = 0;
  private refusals = 0;
  private originals = 0;
  private answers = 0;
  private acceptedAtOnce = false;

  /**
   * @param blame called for what is wrong
   * @param isDeleted whether its deletion was asked for: then a refusal is an answer too
   */
  constructor(
    readonly sending: Sending,
    private readonly blame: (fault: Fault) => void,
    private readonly isDeleted: (messageId: string) => boolean,
  ) {}

  get resent(): number {
    return Math.max(0, this.attempts - 1);
  }

  get isUnderway(): boolean {
    return this.answers + this.refusals < this.attempts;
  }

  /** Whether every sending was answered with a refusal. */
  get mustNotBeStored(): boolean {
    return this.attempts > 0 && this.refusals === this.attempts;
  }

  sends(at: number): SendAttempt {
    this.firstAt ??= at;
    this.attempts += 1;
    const afterAcceptance = this.place !== undefined;
    return {
      accepted: (message, duplicate, answeredAt) => {
        this.answers += 1;
        if (this.place) this.compare(this.place, message);
        else this.accept(message, answeredAt);
        if (!duplicate) this.original(afterAcceptance, message);
      },
      refused: (code) => {
        this.refusals += 1;
        if (!afterAcceptance || !this.place || isForNow(code) || this.isDeleted(this.place.id)) return;
        this.wrong(`sent again after it had been accepted, and refused with ${String(code)}`, this.place);
      },
    };
  }

  /** Another device than the one that sent it heard it live. */
  heard({ id }: Message, at: number): void {
    this.hearings.push({ id, at });
  }

  /** What can be said once nothing more will be answered. */
  judge(): void {
    if (!this.place || this.originals > 0 || this.isUnderway) return;
    const why = this.refusals > 0 ? 'it was stored by a sending that was refused' : 'no sending stored it';
    this.wrong(`answered as a duplicate alone, so that ${why}`, this.place);
  }

  /**
   * From the first sending to when others heard it, and to the answer. A message that had to be sent again is not
   * measured: it waited for its sender.
   */
  latencies(): { readonly others: readonly number[]; readonly own: readonly number[] } {
    const { firstAt, place } = this;
    if (!this.acceptedAtOnce || firstAt === undefined) return { others: [], own: [] };
    const heard = this.hearings.filter(({ id }) => id === place?.id);
    return { others: heard.map(({ at }) => at - firstAt), own: [this.answeredAt - firstAt] };
  }

  private accept(message: Message, at: number): void {
    this.place = { id: message.id, seq: message.seq };
    this.answeredAt = at;
    this.acceptedAtOnce = this.attempts === 1;
    const { clientMessageId, roomId } = this.sending;
    if (message.client_message_id === clientMessageId && message.room.id === roomId) return;
    this.wrong('answered with another message than the one that was sent', this.place);
  }

  private compare(first: Place, { id, seq }: Message): void {
    if (id === first.id) return;
    this.wrong(`sent again, and answered with another message than the first, which was ${first.id}`, { id, seq });
  }

  private original(afterAcceptance: boolean, { id, seq }: Message): void {
    this.originals += 1;
    if (afterAcceptance)
      this.wrong('sent again after it had been accepted, and not answered as a duplicate', { id, seq });
    else if (this.originals > 1) this.wrong('sent twice at once, and both were answered as the first', { id, seq });
  }

  private wrong(what: string, { id, seq }: Place): void {
    const { clientMessageId, roomId: room_id, sender: who } = this.sending;
    this.blame({
      kind: 'wrong',
      what: `client_message_id ${clientMessageId}: ${what}`,
      room_id,
      who,
      seq,
      message_id: id,
    });
  }
}

/** Over all messages. */
export function latenciesOf(messages: Iterable<SentMessage>): { readonly others: Latency; readonly own: Latency } {
  const measured = Array.from(messages, (message) => message.latencies());
  return {
    others: latencyOf(measured.flatMap(({ others }) => others)),
    own: latencyOf(measured.flatMap(({ own }) => own)),
  };
}
