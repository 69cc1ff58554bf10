import type { Message } from '@parley/protocol';

import type { Fault } from './fault.js';
import { latencyOf } from './latencies.js';
import type { Latency } from './latencies.js';
import { isForNow } from './refusals.js';

const MARKER = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}(?= )/;

/**
 * Every text of the run starts with the `client_message_id` of its message, so that a message that was stored without a
 * `client_message_id` can be identified.
 */
export const withMarker = (clientMessageId: string, text: string): string => `${clientMessageId} ${text}`;

/** The `client_message_id` of a message, from its text if possible. */
export const markerOf = ({ content, client_message_id: given }: Message): string | undefined =>
  MARKER.exec(content)?.[0] ?? given ?? undefined;

/** A message to send, which is the same in all attempts. */
export interface Sending {
  readonly clientMessageId: string;
  readonly roomId: string;
  /** The sender's name. */
  readonly sender: string;
  readonly content: string;
  /** Undefined: it is in no thread. */
  readonly thread?: ThreadPart | undefined;
  /** Undefined: it has no poll. */
  readonly poll?: PollPart | undefined;
}

/** The thread in which a message is a reply. */
export interface ThreadPart {
  /** The id of the message that started it. */
  readonly id: string;
  readonly alsoToRoom: boolean;
}

export interface PollPart {
  readonly options: readonly string[];
  readonly multiple: boolean;
  readonly anonymous: boolean;
}

/** One attempt to send. If neither method is called, it was never answered. */
export interface SendAttempt {
  /** @param at milliseconds on the clock of the run */
  accepted(message: Message, duplicate: boolean, at: number): void;
  refused(code: number): void;
}

export interface Place {
  readonly id: string;
  readonly seq: number;
}

/** The history of one sent message: all attempts with their answers. */
export class SentMessage {
  /** The place of the message, from the first answer; of one that may move, from the latest. */
  place: Place | undefined;
  /** The places from which it has moved. */
  readonly former: Place[] = [];
  private readonly receptions: { readonly id: string; readonly at: number }[] = [];
  private firstAt: number | undefined;
  private answeredAt = 0;
  private attempts = 0;
  private refusals = 0;
  private originals = 0;
  private answers = 0;
  private acceptedAtOnce = false;

  /**
   * @param reportFault called for each fault
   * @param isDeleted whether the deletion of the message was requested: then a refusal is a valid answer
   * @param mayMove whether the message may be lost, and be stored again by a retry
   */
  constructor(
    readonly sending: Sending,
    private readonly reportFault: (fault: Fault) => void,
    private readonly isDeleted: (messageId: string) => boolean,
    private readonly mayMove = false,
  ) {}

  get resent(): number {
    return Math.max(0, this.attempts - 1);
  }

  get isUnderway(): boolean {
    return this.answers + this.refusals < this.attempts;
  }

  /** Whether every attempt was refused. */
  get mustNotBeStored(): boolean {
    return this.attempts > 0 && this.refusals === this.attempts;
  }

  recordAttempt(at: number): SendAttempt {
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
        this.wrong(`retried after it had been accepted, and refused with ${String(code)}`, this.place);
      },
    };
  }

  /** Records that a device received the message live on another connection than the sender's. */
  received({ id }: Message, at: number): void {
    this.receptions.push({ id, at });
  }

  /** Reports the faults that can only be found after the last answer. */
  judge(): void {
    if (!this.place || this.originals > 0 || this.isUnderway) return;
    const why = this.refusals > 0 ? 'a refused attempt stored it' : 'no attempt stored it';
    this.wrong(`only answered as a duplicate: ${why}`, this.place);
  }

  /**
   * The times from the first attempt to the delivery to other devices, and to the answer. Retried messages are
   * excluded, since they waited for their sender.
   */
  latencies(): { readonly others: readonly number[]; readonly own: readonly number[] } {
    const { firstAt, place } = this;
    if (!this.acceptedAtOnce || firstAt === undefined) return { others: [], own: [] };
    const receivedAt = this.receptions.filter(({ id }) => id === place?.id);
    return { others: receivedAt.map(({ at }) => at - firstAt), own: [this.answeredAt - firstAt] };
  }

  private accept(message: Message, at: number): void {
    this.place = { id: message.id, seq: message.seq };
    this.answeredAt = at;
    this.acceptedAtOnce = this.attempts === 1;
    const { clientMessageId, roomId } = this.sending;
    if (message.client_message_id === clientMessageId && message.room.id === roomId) return;
    this.wrong('answered with another message than the sent one', this.place);
  }

  private compare(first: Place, { id, seq }: Message): void {
    if (id === first.id) return;
    if (this.mayMove) {
      this.former.push(first);
      this.place = { id, seq };
    }
    this.wrong(`retried, and answered with another message than at first (${first.id})`, { id, seq });
  }

  private original(afterAcceptance: boolean, { id, seq }: Message): void {
    this.originals += 1;
    if (afterAcceptance) this.wrong('retried after it had been accepted, and not answered as a duplicate', { id, seq });
    else if (this.originals > 1)
      this.wrong('sent twice at once, and both attempts were answered as the first', { id, seq });
  }

  private wrong(what: string, { id, seq }: Place): void {
    const { clientMessageId, roomId: room_id, sender: who } = this.sending;
    this.reportFault({
      kind: 'wrong',
      what: `client_message_id ${clientMessageId}: ${what}`,
      room_id,
      who,
      seq,
      message_id: id,
    });
  }
}

/** The latencies over all messages. */
export function latenciesOf(messages: Iterable<SentMessage>): { readonly others: Latency; readonly own: Latency } {
  const measured = Array.from(messages, (message) => message.latencies());
  return {
    others: latencyOf(measured.flatMap(({ others }) => others)),
    own: latencyOf(measured.flatMap(({ own }) => own)),
  };
}
