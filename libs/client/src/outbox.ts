import type { Message } from '@parley/protocol';

import type { Outgoing } from './chat-events.js';
import { isForGood } from './codes.js';
import type { Timing } from './options.js';
import type { ParleyError } from './parley-error.js';
import { pauseAfter } from './pause.js';
import type { QueuedSend } from './storage.js';

export interface OutboxEars {
  /** Asks for it once. @throws ParleyError */
  send(entry: QueuedSend): Promise<Message>;
  /** What is queued has changed. */
  changed(): void;
  told(outgoing: Outgoing): void;
  /** It is in the database. */
  stored(entry: QueuedSend, message: Message): void;
}

interface Waiting {
  resolve(message: Message): void;
  reject(error: ParleyError): void;
}

/**
 * Messages on their way, each asked for until the service has stored it or refuses it for good, under an id by which it
 * is stored once. Those of a room are asked for one after the other, so that they are stored in their order.
 */
export class Outbox {
  private readonly queue = new Map<string, QueuedSend>();
  private readonly waiting = new Map<string, Waiting>();
  /** Rooms whose messages are being sent. */
  private readonly sending = new Set<string>();
  private isOpen = false;

  constructor(
    private readonly timing: Timing,
    private readonly ears: OutboxEars,
  ) {}

  get entries(): readonly QueuedSend[] {
    return [...this.queue.values()];
  }

  /** Those of an earlier life, which come before those of this one. */
  restore(entries: readonly QueuedSend[]): void {
    const since = this.entries;
    this.queue.clear();
    for (const entry of [...entries, ...since]) this.queue.set(entry.client_message_id, entry);
    for (const entry of entries) this.ears.told({ ...entry, pending: true });
  }

  /** @returns once it is stored @throws ParleyError where it is refused for good */
  add(entry: QueuedSend): Promise<Message> {
    const stored = new Promise<Message>((resolve, reject) => {
      this.waiting.set(entry.client_message_id, { resolve, reject });
    });
    this.queue.set(entry.client_message_id, entry);
    this.ears.told({ ...entry, pending: true });
    this.ears.changed();
    if (this.isOpen) void this.sendAll(entry.room_id);
    return stored;
  }

  opens(): void {
    this.isOpen = true;
    for (const roomId of new Set(this.entries.map(({ room_id }) => room_id))) void this.sendAll(roomId);
  }

  closes(): void {
    this.isOpen = false;
  }

  /** A message was told: where it is one of these, it is stored. */
  settles(message: Message): void {
    const entry = this.queue.get(message.client_message_id ?? '');
    if (!entry) return;
    this.ends(entry);
    this.ears.stored(entry, message);
    this.waiting.get(entry.client_message_id)?.resolve(message);
    this.waiting.delete(entry.client_message_id);
  }

  private async sendAll(roomId: string): Promise<void> {
    if (this.sending.has(roomId)) return;
    this.sending.add(roomId);
    let failures = 0;
    for (let entry = this.next(roomId); entry; entry = this.next(roomId)) {
      try {
        this.settles({ ...(await this.ears.send(entry)), client_message_id: entry.client_message_id });
        failures = 0;
      } catch (error) {
        const refusal = error as ParleyError;
        if (isForGood(refusal.code)) this.fails(entry, refusal);
        else if (refusal.code === 'offline') break;
        else await this.pause(failures++, refusal.retryAfter);
      }
    }
    this.sending.delete(roomId);
  }

  private next(roomId: string): QueuedSend | undefined {
    return this.isOpen ? this.entries.find(({ room_id }) => room_id === roomId) : undefined;
  }

  /** @param retryAfter seconds */
  private pause(failures: number, retryAfter: number | undefined): Promise<void> {
    const ms = retryAfter === undefined ? pauseAfter(failures, this.timing) : retryAfter * 1_000;
    return new Promise((resolve) => setTimeout(resolve, ms));
  }

  private fails(entry: QueuedSend, error: ParleyError): void {
    this.ends(entry);
    this.ears.told({ ...entry, pending: false, error });
    this.waiting.get(entry.client_message_id)?.reject(error);
    this.waiting.delete(entry.client_message_id);
  }

  private ends({ client_message_id: id }: QueuedSend): void {
    this.queue.delete(id);
    this.ears.changed();
  }
}
