import type { Attachment, Message, ShortMessage, User } from '@parley/protocol';

import type { Outgoing } from './chat-events.js';
import { asParent, bySeq } from './frames.js';
import { mergeMessage, mergeReceipts } from './merge-message.js';
import { mergeUser } from './merge-user.js';

/**
 * The messages of a room as they are shown: received and loaded ones in order, then the user's unsent ones. Replies
 * that stand in a thread alone are not among them once they are stored.
 */
export class Timeline {
  private messages: Message[] = [];
  private readonly outgoing = new Map<string, Outgoing>();
  private combined: readonly (Message | Outgoing)[] | undefined;

  /** Which messages are kept when messages are added. */
  keeps = ({ thread, also_to_room }: Message): boolean => !thread || also_to_room;

  constructor(private readonly onChange: () => void) {}

  get all(): readonly (Message | Outgoing)[] {
    this.combined ??= [...this.messages, ...this.outgoing.values()];
    return this.combined;
  }

  get oldest(): Message | undefined {
    return this.messages[0];
  }

  get newest(): Message | undefined {
    return this.messages.at(-1);
  }

  add(messages: readonly Message[]): void {
    const all = new Map([...this.messages, ...messages].map((message) => [message.id, message]));
    for (const { client_message_id: id } of messages) this.outgoing.delete(id ?? '');
    this.replace([...all.values()].filter(this.keeps).sort(bySeq));
  }

  /**
   * As {@link change}, to its current state. The user's own votes in a poll stay as they are known where they are
   * missing.
   */
  update(current: Message): void {
    this.change(current.id, ({ poll }) => ({ ...current, poll: current.poll && { ...poll, ...current.poll } }));
  }

  /**
   * As {@link change}, for a small change.
   * @param userId the user whose reaction has changed
   */
  merge(short: ShortMessage, userId?: number | null): Message | undefined {
    return this.change(short.id, (known) => mergeMessage(known, short, userId));
  }

  /** As {@link merge}, for a receipt. */
  mergeReceipts(short: ShortMessage): Message | undefined {
    return this.change(short.id, (known) => mergeReceipts(known, short));
  }

  /** Applies a change to a message, also where it is the parent of a reply. @returns it; undefined: it is not listed */
  change(id: string, changed: (known: Message) => Message): Message | undefined {
    this.replace(
      this.messages.map((message) => {
        if (message.id === id) return changed(message);
        const { parent_message: parent } = message;
        return parent?.id === id ? { ...message, parent_message: asParent(changed(parent)) } : message;
      }),
    );
    return this.messages.find((message) => message.id === id);
  }

  /** Replaces a user, or a file, in all messages, also where they forward it. */
  updatePart(part: User | Attachment): void {
    const messages = mergeUser(this.messages, part);
    if (messages !== this.messages) this.replace(messages);
  }

  remove(ids: readonly string[]): void {
    const isGone = (message: Message | null): boolean => ids.includes(message?.id ?? '');
    this.replace(
      this.messages
        .filter((message) => !isGone(message))
        .map((message) => (isGone(message.parent_message) ? { ...message, parent_message: null } : message)),
    );
  }

  reset(messages: readonly Message[]): void {
    this.messages = [];
    this.add(messages);
  }

  /** Adds an unsent message, or replaces its earlier state. */
  putOutgoing(outgoing: Outgoing): void {
    this.outgoing.set(outgoing.client_message_id, outgoing);
    this.replace(this.messages);
  }

  /** Removes an unsent message. */
  removeOutgoing(clientMessageId: string): void {
    this.outgoing.delete(clientMessageId);
    this.replace(this.messages);
  }

  private replace(messages: Message[]): void {
    this.messages = messages;
    this.combined = undefined;
    this.onChange();
  }
}
