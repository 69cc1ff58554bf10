import type { Message, ReactionChange, ServerEvent, SyncedRoom } from '@parley/protocol';

/** A message on a device. */
export interface MessageView {
  readonly content: string;
  /** The reactions by the id of the user. */
  readonly reactions: ReadonlyMap<number, string>;
  /** The sequence number of the last change on the device. */
  readonly changeSeq: number;
}

/** The state of a room on a device, from live frames and syncs. */
export class RoomState {
  /** The position: the device has all changes up to this sequence number. */
  upTo = 0;
  /** Messages up to this sequence number may be missing after a reset. */
  floor = 0;
  private readonly messages = new Map<string, MessageView>();
  private readonly deleted = new Set<string>();
  private readonly seen = new Set<string>();
  private readonly ahead = new Set<number>();
  private readonly lost = new Set<string>();
  private hasGoneBack = false;

  /** Applies a live frame. */
  apply(frame: ServerEvent, seq: number): void {
    if (frame.eventType === 'message.dispatch') this.put(frame.data, seq);
    if (frame.eventType === 'reaction.dispatch') this.react(frame.data, seq);
    if (frame.eventType === 'messagemodification.dispatch') {
      if (frame.data.action === 'update') this.put(frame.data.message, seq);
      else for (const id of frame.data.message_ids) this.remove(id);
    }
    this.ahead.add(seq);
    this.catchUp();
  }

  /**
   * Applies a sync, which contains current states as of `last_seq`.
   * @param isNewEpoch whether the positions of the sync were of an earlier epoch: then a reset announces that anything
   * received before may be lost, and numbers after the position belong to other changes
   */
  applySync({ reset, messages, last_seq: lastSeq }: SyncedRoom, isNewEpoch = false): void {
    if (reset) {
      if (isNewEpoch) this.goBack();
      this.messages.clear();
      const seqs = messages.flatMap((message) => ('seq' in message ? [message.seq] : []));
      this.floor = seqs.length > 0 ? Math.min(...seqs) - 1 : lastSeq;
    }
    for (const message of messages) {
      if (isMessage(message)) this.put(message, lastSeq);
      else this.remove(message.id);
    }
    this.upTo = lastSeq;
    this.catchUp();
  }

  /** Undefined if the message was not received, or is deleted. */
  message(messageId: string): MessageView | undefined {
    return this.messages.get(messageId);
  }

  messageIds(): Iterable<string> {
    return this.messages.keys();
  }

  /** Whether the device has received anything of the message, including its deletion. */
  hasSeen(messageId: string): boolean {
    return this.seen.has(messageId);
  }

  /** Whether the loss of this message was announced after it was received. */
  hasLost(messageId: string): boolean {
    return this.lost.has(messageId);
  }

  /** Whether the database went back behind the position. */
  get wentBack(): boolean {
    return this.hasGoneBack;
  }

  private goBack(): void {
    this.hasGoneBack = true;
    for (const id of this.seen) this.lost.add(id);
    // Deletions may be lost too.
    this.deleted.clear();
    this.ahead.clear();
  }

  private react({ message, user_id: userId }: ReactionChange, changeSeq: number): void {
    const known = this.messages.get(message.id);
    const { content, reactions } = viewOf(message);
    const others = Array.from(known?.reactions ?? []).filter(([reactor]) => reactor !== userId);
    const view = {
      content: message.content_truncated && known ? known.content : content,
      reactions: message.reactions_truncated ? new Map([...others, ...reactions]) : reactions,
    };
    this.put(message, changeSeq, view);
  }

  private put(
    message: Pick<Message, 'id' | 'is_deleted' | 'content' | 'reactions'>,
    changeSeq: number,
    view = viewOf(message),
  ): void {
    this.seen.add(message.id);
    if (message.is_deleted) this.remove(message.id);
    if (this.deleted.has(message.id) || (this.messages.get(message.id)?.changeSeq ?? 0) > changeSeq) return;
    this.messages.set(message.id, { ...view, changeSeq });
  }

  private remove(messageId: string): void {
    this.seen.add(messageId);
    this.deleted.add(messageId);
    this.messages.delete(messageId);
  }

  private catchUp(): void {
    while (this.ahead.delete(this.upTo + 1)) this.upTo += 1;
  }
}

export const viewOf = ({
  content,
  reactions,
}: Pick<Message, 'content' | 'reactions'>): Pick<MessageView, 'content' | 'reactions'> => ({
  content,
  reactions: new Map(reactions.map(({ user, reaction_content: reaction }) => [user.id, reaction])),
});

const isMessage = (message: SyncedRoom['messages'][number]): message is Message => 'content' in message;
