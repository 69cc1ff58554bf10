import { Injectable } from '@nestjs/common';
import type { OnModuleInit } from '@nestjs/common';
import type { ReactionChange } from '@parley/protocol';
import type { LogEntry } from '@parley/realtime/ordering';
import type { OutgoingEvent } from '@parley/realtime/restricted-part';

import { changeType } from '../../rooms/change-log/change-record.js';
import type { ChangeRecords } from '../../rooms/change-log/change-record.js';
import { RoomLogReplay } from '../../rooms/change-log/room-log-replay.js';
import type { EventReplayer } from '../../rooms/change-log/room-log-replay.js';
import type { LogPart } from '../../rooms/change-log/room-log.repository.js';
import {
  attachmentChanged,
  messageEdited,
  messagePinned,
  messageReacted,
  messagesDeleted,
  messageSent,
  pollChanged,
  previewsChanged,
} from '../message.frames.js';
import { withReplies } from '../message.view.js';
import type { RepliesByThread, StoredMessage } from '../message.view.js';
import { namedIn } from '../reading/measured-messages.js';
import type { AddedMentions } from '../mentions/mention-check.js';
import { ThreadsRepository } from '../threads/threads.repository.js';
import { PollVotesRepository } from '../polls/poll-votes.repository.js';
import { MessageLogRepository } from './message-log.repository.js';

/**
 * The types of change records of messages. A sent message needs no change record: its own row has a sequence number.
 */
export const messageChangeTypes = {
  edited: changeType<{
    readonly id: string;
    /** Undefined: nobody is mentioned who was not before. */
    readonly mentioned?: AddedMentions;
  }>('message.edited'),
  reacted: changeType<{
    readonly id: string;
    readonly type: ReactionChange['type'];
    /** Undefined in a record of an earlier release. */
    readonly userId?: number;
  }>('message.reacted'),
  /** The message was pinned, or unpinned: its row says which. */
  pinned: changeType<{ readonly id: string }>('message.pinned'),
  /** Somebody has voted, or the poll was closed: its rows say what it is now. */
  polled: changeType<{
    readonly id: string;
    /** The user who has voted; undefined: nobody. */
    readonly userId?: number;
  }>('poll.changed'),
  /** The scanner has decided about a file of the message: its row says how. */
  scanned: changeType<{ readonly id: string; readonly attachment: string }>('attachment.scanned'),
  /** Previews of links were added or removed: its row says which it has. */
  previewed: changeType<{ readonly id: string }>('message.previewed'),
  deleted: changeType<{
    readonly ids: readonly string[];
    /** The threads of which replies were deleted; undefined: none. */
    readonly threads?: readonly string[];
  }>('messages.deleted'),
};

export const deletionPayload = (ids: readonly string[], threadIds: readonly string[]) => ({
  ids,
  ...(threadIds.length > 0 && { threads: threadIds }),
});

/**
 * Rebuilds the frames of sends, edits, reactions, pins, polls, scans, previews and deletions. A message deleted since
 * is replayed as deleted.
 */
@Injectable()
export class MessageEventReplayer implements EventReplayer, OnModuleInit {
  readonly replays = Object.values(messageChangeTypes);

  constructor(
    private readonly log: RoomLogReplay,
    private readonly messages: MessageLogRepository,
    private readonly threads: ThreadsRepository,
    private readonly polls: PollVotesRepository,
  ) {}

  onModuleInit(): void {
    this.log.addReplayer(this);
  }

  async entries({ roomId, after, upTo }: LogPart, records: ChangeRecords): Promise<LogEntry[]> {
    const [edited, reacted] = [records.ofType(messageChangeTypes.edited), records.ofType(messageChangeTypes.reacted)];
    const polled = records.ofType(messageChangeTypes.polled);
    const pinned = records.ofType(messageChangeTypes.pinned);
    const scanned = records.ofType(messageChangeTypes.scanned);
    const previewed = records.ofType(messageChangeTypes.previewed);
    const deleted = records.ofType(messageChangeTypes.deleted);
    const sent = await this.messages.sent(roomId, after, upTo);
    const threads = await this.repliesOf(
      roomId,
      sent,
      deleted.flatMap(({ payload }) => payload.threads ?? []),
    );
    const gone = await this.messages.gone(roomId, after, upTo);
    // A message that was deleted between the two reads is in both.
    const goneIds = new Set(gone.map(({ id }) => id));
    const stored = sent.filter(({ id }) => !goneIds.has(id));
    const ids = [...edited, ...reacted, ...pinned, ...polled, ...scanned, ...previewed].map(
      ({ payload }) => payload.id,
    );
    const votes = await this.polls.read(
      roomId,
      polled.map(({ payload }) => payload),
    );
    const changed = await this.messages.all(roomId, ids);
    const entry = (seq: number, frame: OutgoingEvent): LogEntry => ({ roomId, seq, frame });
    const entryUnlessDeleted = (
      seq: number,
      id: string,
      toFrame: (message: StoredMessage) => OutgoingEvent,
    ): LogEntry => {
      const message = changed.get(id);
      return entry(seq, message && !message.isDeleted ? toFrame(message) : messagesDeleted({ roomId, ids: [id] }, seq));
    };
    return [
      ...stored.map((message) => entry(message.seq, messageSent(withReplies(message, threads)))),
      ...gone.map(({ id, seq }) => entry(seq, messagesDeleted({ roomId, ids: [id] }, seq))),
      ...edited.map(({ seq, payload }) =>
        entryUnlessDeleted(seq, payload.id, (message) => messageEdited(message, seq)),
      ),
      ...reacted.map(({ seq, payload }) =>
        entryUnlessDeleted(seq, payload.id, (message) =>
          messageReacted(payload.type, message, payload.userId ?? null, seq),
        ),
      ),
      ...pinned.map(({ seq, payload }) =>
        entryUnlessDeleted(seq, payload.id, (message) => messagePinned(message, seq)),
      ),
      ...scanned.map(({ seq, payload }) =>
        entryUnlessDeleted(seq, payload.id, (message) => attachmentChanged(message, payload.attachment, seq)),
      ),
      ...previewed.map(({ seq, payload }) =>
        entryUnlessDeleted(seq, payload.id, (message) => previewsChanged(message, seq)),
      ),
      ...deleted.map(({ seq, payload: { ids: goneIds, threads: changedIds = [] } }) => {
        const changedThreads = new Map(changedIds.map((id) => [id, threads.get(id) ?? null]));
        return entry(seq, messagesDeleted({ roomId, ids: goneIds, threads: changedThreads }, seq));
      }),
      ...polled.map(({ seq, payload }) =>
        entryUnlessDeleted(seq, payload.id, (message) =>
          message.poll
            ? pollChanged(message, { ...message.poll, own: votes(payload) }, seq)
            : messageEdited(message, seq),
        ),
      ),
    ];
  }

  /** The replies of the threads of sent messages, and of other threads. */
  private repliesOf(
    roomId: string,
    sent: readonly StoredMessage[],
    others: readonly string[],
  ): Promise<RepliesByThread> {
    const ids = [...sent.flatMap(({ thread }) => thread?.id ?? []), ...others];
    return this.threads.replies(namedIn(roomId, ids));
  }
}
