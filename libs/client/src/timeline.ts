import type { Message } from '@parley/protocol';

import type { Outgoing } from './chat-events.js';
import { asParent, bySeq } from './frames.js';

/** What a room looks like to its reader: the messages that were told or read, in their order, then those on their way. */
export class Timeline {
  private messages: Message[] = [];
  private outgoing: Outgoing[] = [];
  private shown: readonly (Message | Outgoing)[] | undefined;

  constructor(private readonly changed: () => void) {}

  get all(): readonly (Message | Outgoing)[] {
    this.shown ??= [...this.messages, ...this.outgoing];
    return this.shown;
  }

  get oldest(): Message | undefined {
    return this.messages[0];
  }

  get newest(): Message | undefined {
    return this.messages.at(-1);
  }

  add(messages: readonly Message[]): void {
    const added = new Map(messages.map((message) => [message.id, message]));
    const sent = new Set(messages.map(({ client_message_id: id }) => id));
    this.outgoing = this.outgoing.filter(({ client_message_id: id }) => !sent.has(id));
    this.become([...this.messages.filter(({ id }) => !added.has(id)), ...added.values()].sort(bySeq));
  }

  /** A message as it is now, where it is among these, and in those that answer it. */
  update(now: Message): void {
    this.become(
      this.messages.map((message) => {
        if (message.id === now.id) return now;
        return message.parent_message?.id === now.id ? { ...message, parent_message: asParent(now) } : message;
      }),
    );
  }

  remove(ids: readonly string[]): void {
    const isGone = (message: Message | null): boolean => message !== null && ids.includes(message.id);
    const left = this.messages.filter((message) => !isGone(message));
    this.become(
      left.map((message) => (isGone(message.parent_message) ? { ...message, parent_message: null } : message)),
    );
  }

  reset(messages: readonly Message[]): void {
    this.messages = [];
    this.add(messages);
  }

  /** In place of what was told of it before. */
  goesOut(outgoing: Outgoing): void {
    const isIt = ({ client_message_id: id }: Outgoing): boolean => id === outgoing.client_message_id;
    const isNew = !this.outgoing.some(isIt);
    this.outgoing = isNew ? [...this.outgoing, outgoing] : this.outgoing.map((each) => (isIt(each) ? outgoing : each));
    this.become(this.messages);
  }

  /** It is on its way no more. */
  arrives(clientMessageId: string): void {
    this.outgoing = this.outgoing.filter(({ client_message_id: id }) => id !== clientMessageId);
    this.become(this.messages);
  }

  private become(messages: Message[]): void {
    this.messages = messages;
    this.shown = undefined;
    this.changed();
  }
}
