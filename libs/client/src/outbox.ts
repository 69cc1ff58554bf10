import type { HeldMessage, Message } from '@parley/protocol';

import type { Outgoing } from './chat-events.js';
import { isOutage, isPermanent } from './codes.js';
import { retryDelay } from './options.js';
import type { Timing } from './options.js';
import { ParleyError } from './parley-error.js';
import type { QueuedSend } from './storage.js';

export interface OutboxHandlers {
  /** Sends the message once. @throws ParleyError */
  send(entry: QueuedSend): Promise<Message | HeldMessage>;
  /** The queue has changed. */
  onChange(): void;
  onOutgoing(outgoing: Outgoing): void;
  /** The message is in the database. */
  onStored(entry: QueuedSend, message: Message): void;
}

interface PendingSend {
  resolve(message: Message): void;
  reject(error: ParleyError): void;
}

/**
 * The queue of unsent messages. Each is sent, and retried under the same id, until the service has stored it or refuses
 * it permanently. The messages of one room are sent one after the other, so that they are stored in order.
 */
export class Outbox {
  private readonly queue = new Map<string, QueuedSend>();
  private readonly pendingSends = new Map<string, PendingSend>();
  /** The rooms whose messages are being sent. */
  private readonly sending = new Set<string>();
  /** During an outage of the service: the one room whose message is retried; all other rooms wait for its success. */
  private probe: string | undefined;
  private isOpen = false;

  constructor(
    private readonly timing: Timing,
    private readonly handlers: OutboxHandlers,
  ) {}

  get entries(): readonly QueuedSend[] {
    return [...this.queue.values()];
  }

  /** Puts the messages of an earlier session before those of this one. */
  restore(entries: readonly QueuedSend[]): void {
    const current = this.entries;
    this.queue.clear();
    for (const entry of [...entries, ...current]) this.queue.set(entry.client_message_id, entry);
    for (const entry of entries) this.handlers.onOutgoing({ ...entry, pending: true });
  }

  /** Resolves when the message is stored. @throws ParleyError when it is refused permanently, or held */
  enqueue(entry: QueuedSend): Promise<Message> {
    const stored = new Promise<Message>((resolve, reject) => {
      this.pendingSends.set(entry.client_message_id, { resolve, reject });
    });
    this.queue.set(entry.client_message_id, entry);
    this.handlers.onOutgoing({ ...entry, pending: true });
    this.handlers.onChange();
    if (this.isOpen) void this.sendQueued(entry.room_id);
    return stored;
  }

  resume(): void {
    this.isOpen = true;
    for (const roomId of new Set(this.entries.map(({ room_id }) => room_id))) void this.sendQueued(roomId);
  }

  suspend(): void {
    this.isOpen = false;
  }

  /** Removes the queued message that was stored as this one, or that is held, if there is one. */
  confirm(message: Message | HeldMessage): void {
    const entry = this.queue.get(message.client_message_id ?? '');
    if (!entry) return;
    if ('held_at' in message) this.rejectEntry(entry, ParleyError.of('held', ''));
    else {
      const sent = this.remove(entry);
      this.handlers.onStored(entry, message);
      sent?.resolve(message);
    }
  }

  private async sendQueued(roomId: string): Promise<void> {
    if (this.sending.has(roomId) || this.probe !== undefined) return;
    this.sending.add(roomId);
    let failures = 0;
    for (let entry = this.nextEntry(roomId); entry; entry = this.nextEntry(roomId)) {
      try {
        this.confirm({ ...(await this.handlers.send(entry)), client_message_id: entry.client_message_id });
        failures = 0;
        this.endOutage(roomId);
      } catch (error) {
        const refusal = error as ParleyError;
        if (isPermanent(refusal.code)) this.rejectEntry(entry, refusal);
        else if (refusal.code === 'offline') break;
        else if (isOutage(refusal) && (this.probe ??= roomId) !== roomId) break;
        else await new Promise((resolve) => setTimeout(resolve, retryDelay(failures++, this.timing, refusal)));
      }
    }
    this.sending.delete(roomId);
    this.endOutage(roomId);
  }

  /** The room has sent a message, or has none left: all others continue. */
  private endOutage(roomId: string): void {
    if (this.probe !== roomId) return;
    this.probe = undefined;
    if (this.isOpen) this.resume();
  }

  private nextEntry(roomId: string): QueuedSend | undefined {
    return this.isOpen ? this.entries.find(({ room_id }) => room_id === roomId) : undefined;
  }

  private rejectEntry(entry: QueuedSend, error: ParleyError): void {
    const sent = this.remove(entry);
    this.handlers.onOutgoing({ ...entry, pending: false, error });
    sent?.reject(error);
  }

  /** @returns what waits for the message in this session */
  private remove({ client_message_id: id }: QueuedSend): PendingSend | undefined {
    this.queue.delete(id);
    this.handlers.onChange();
    const sent = this.pendingSends.get(id);
    this.pendingSends.delete(id);
    return sent;
  }
}
