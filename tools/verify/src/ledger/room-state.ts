import type {
  ChangedThread,
  Message,
  MessageEdited,
  MessagePinned,
  MessagesDeleted,
  PollUpdate,
  ReactionChange,
  ServerEvent,
  ShortMessage,
  SyncedRoom,
} from '@parley/protocol';

import { pollText, threadText, viewOf, votesText } from './message-view.js';
import type { MessageView } from './message-view.js';

/** A message on a device. */
interface KeptMessage extends MessageView {
  /** The sequence number of the last change on the device. */
  readonly changeSeq: number;
}

/** Frames that delete replies of more threads contain no participants. */
const MOST_WHOLE_SUMMARIES = 20;

/** The state of a room on a device, from live frames and syncs. */
export class RoomState {
  /** The position: the device has all changes up to this sequence number. */
  upTo = 0;
  /** Messages up to this sequence number may be missing after a reset. */
  floor = 0;
  private readonly messages = new Map<string, KeptMessage>();
  private readonly deleted = new Set<string>();
  private readonly seen = new Set<string>();
  private readonly ahead = new Set<number>();
  private readonly lost = new Set<string>();
  private hasGoneBack = false;

  /** Applies a live frame. */
  apply(frame: ServerEvent, seq: number): void {
    if (frame.eventType === 'message.dispatch') this.add(frame.data, seq);
    if (frame.eventType === 'reaction.dispatch') this.react(frame.data, seq);
    if (frame.eventType === 'messagepin.dispatch') this.pin(frame.data, seq);
    if (frame.eventType === 'pollupdate.dispatch') this.poll(frame.data, seq);
    if (frame.eventType === 'messagemodification.dispatch') this.modify(frame.data, seq);
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

  hasText(content: string): boolean {
    return [...this.messages.values()].some((message) => message.content === content);
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

  /** A reply brings the new summary of its thread, unless that could not be read during an outage of the database. */
  private add(message: Message, changeSeq: number): void {
    this.put(message, changeSeq);
    const { thread } = message;
    if (!thread) return;
    const summary = thread.summary === undefined ? undefined : threadText(thread.summary);
    this.change(thread.id, changeSeq, { thread: summary });
  }

  private modify(change: MessageEdited | MessagesDeleted, changeSeq: number): void {
    if (change.action === 'update') {
      this.put(change.message, changeSeq);
      return;
    }
    for (const id of change.message_ids) this.remove(id);
    // With many threads, their participants are left out.
    const isShort = change.threads && change.threads.length > MOST_WHOLE_SUMMARIES;
    for (const thread of change.threads ?? []) this.summarize(thread, changeSeq, isShort);
  }

  private summarize({ id, summary }: ChangedThread, changeSeq: number, isShort = false): void {
    this.change(id, changeSeq, { thread: isShort ? undefined : threadText(summary) });
  }

  private react({ message, user_id: userId }: ReactionChange, changeSeq: number): void {
    const known = this.messages.get(message.id);
    const { reactions } = viewOf(message);
    const others = Array.from(known?.reactions ?? []).filter(([reactor]) => reactor !== userId);
    this.put(message, changeSeq, {
      ...smallChange(message, known),
      reactions: message.reactions_truncated ? new Map([...others, ...reactions]) : reactions,
    });
  }

  private pin({ message, pinned }: MessagePinned, changeSeq: number): void {
    const known = this.messages.get(message.id);
    this.put(message, changeSeq, { ...smallChange(message, known), isPinned: pinned });
  }

  private poll({ message_id: id, poll }: PollUpdate, changeSeq: number): void {
    const ownVotes = poll.own_votes && votesText(poll.own_votes);
    this.change(id, changeSeq, { poll: pollText(poll), ...(ownVotes !== undefined && { ownVotes }) });
  }

  /** Changes a part of a message, if the device has the message. */
  private change(messageId: string, changeSeq: number, part: Partial<MessageView>): void {
    const known = this.messages.get(messageId);
    if (known && known.changeSeq <= changeSeq) this.messages.set(messageId, { ...known, ...part, changeSeq });
  }

  private put(
    message: Pick<Message, 'id' | 'is_deleted' | 'content' | 'reactions'>,
    changeSeq: number,
    view = viewOf(message),
  ): void {
    this.seen.add(message.id);
    if (message.is_deleted) this.remove(message.id);
    const known = this.messages.get(message.id);
    if (this.deleted.has(message.id) || (known?.changeSeq ?? 0) > changeSeq) return;
    this.messages.set(message.id, { ...view, ownVotes: ownVotesOf(view, known), changeSeq });
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

/** The parts of a message that a small change leaves as they are known; its text may be cut. */
const smallChange = (message: ShortMessage, known: MessageView | undefined): MessageView => {
  const shown = viewOf(message);
  return {
    ...shown,
    content: message.content_truncated && known ? known.content : shown.content,
    isPinned: message.pinned_truncated ? known?.isPinned : shown.isPinned,
    poll: known?.poll,
    ownVotes: known?.ownVotes,
    thread: known?.thread,
  };
};

/** The votes of the device's user: a frame that does not tell them leaves them as they were, at first none. */
const ownVotesOf = ({ poll, ownVotes }: MessageView, known: MessageView | undefined): string | undefined => {
  const hasPoll = poll !== undefined && poll !== pollText(null);
  return ownVotes ?? known?.ownVotes ?? (hasPoll ? votesText([]) : undefined);
};

const isMessage = (message: SyncedRoom['messages'][number]): message is Message => 'content' in message;
