import type { Message, ServerEvent, SyncedRoom } from '@parley/protocol';

/** A message on a device. */
export interface Shown {
  readonly content: string;
  /** The reactions by the id of the user. */
  readonly reactions: ReadonlyMap<number, string>;
  /** The sequence number of the last change on the device. */
  readonly changeSeq: number;
}

/** The state of a room on a device, from live frames and syncs. */
export class Picture {
  /** The position: the device has all changes up to this sequence number. */
  upTo = 0;
  /** Messages up to this sequence number may be missing after a reset. */
  floor = 0;
  private readonly shown = new Map<string, Shown>();
  private readonly gone = new Set<string>();
  private readonly ever = new Set<string>();
  private readonly ahead = new Set<number>();

  /** Applies a live frame. */
  takes(frame: ServerEvent, seq: number): void {
    if (frame.eventType === 'message.dispatch') this.put(frame.data, seq);
    if (frame.eventType === 'reaction.dispatch') this.put(frame.data.message, seq);
    if (frame.eventType === 'messagemodification.dispatch') {
      if (frame.data.action === 'update') this.put(frame.data.message, seq);
      else for (const id of frame.data.message_ids) this.remove(id);
    }
    this.ahead.add(seq);
    this.catchUp();
  }

  /** Applies a sync, which contains current states as of `last_seq`. */
  syncs({ reset, messages, last_seq: lastSeq }: SyncedRoom): void {
    if (reset) {
      this.shown.clear();
      const seqs = messages.flatMap((message) => ('seq' in message ? [message.seq] : []));
      this.floor = seqs.length > 0 ? Math.min(...seqs) - 1 : lastSeq;
    }
    for (const message of messages) {
      if (isShown(message)) this.put(message, lastSeq);
      else this.remove(message.id);
    }
    this.upTo = lastSeq;
    this.catchUp();
  }

  /** Undefined if the message was not received, or is deleted. */
  of(messageId: string): Shown | undefined {
    return this.shown.get(messageId);
  }

  messageIds(): Iterable<string> {
    return this.shown.keys();
  }

  /** Whether the device has received anything of the message, including its deletion. */
  hasHeardOf(messageId: string): boolean {
    return this.ever.has(messageId);
  }

  private put(message: Message, changeSeq: number): void {
    this.ever.add(message.id);
    if (message.is_deleted) this.remove(message.id);
    if (this.gone.has(message.id) || (this.shown.get(message.id)?.changeSeq ?? 0) > changeSeq) return;
    this.shown.set(message.id, { ...shownOf(message), changeSeq });
  }

  private remove(messageId: string): void {
    this.ever.add(messageId);
    this.gone.add(messageId);
    this.shown.delete(messageId);
  }

  private catchUp(): void {
    while (this.ahead.delete(this.upTo + 1)) this.upTo += 1;
  }
}

export const shownOf = ({ content, reactions }: Message): Pick<Shown, 'content' | 'reactions'> => ({
  content,
  reactions: new Map(reactions.map(({ user, reaction_content: reaction }) => [user.id, reaction])),
});

const isShown = (message: SyncedRoom['messages'][number]): message is Message => 'content' in message;
