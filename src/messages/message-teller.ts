import { Injectable } from '@nestjs/common';
import type { OnModuleInit } from '@nestjs/common';
import type { LogEntry } from '@parley/realtime/ordering';
import type { OutgoingEvent } from '@parley/realtime/restricted-part';

import { RoomLog } from '../rooms/index.js';
import type { LogPart, LogTeller, Notes } from '../rooms/index.js';
import { messageKinds } from './message-kinds.js';
import { MessageLogRepository } from './message-log.repository.js';
import { messageEdited, messageReacted, messagesDeleted, messageSent } from './message.frames.js';
import type { StoredMessage } from './message.view.js';

/** Rebuilds the frames of sends, edits, reactions and deletions. A message deleted since is replayed as deleted. */
@Injectable()
export class MessageTeller implements LogTeller, OnModuleInit {
  constructor(
    private readonly log: RoomLog,
    private readonly messages: MessageLogRepository,
  ) {}

  onModuleInit(): void {
    this.log.toldBy(this);
  }

  async entries({ roomId, after, upTo }: LogPart, notes: Notes): Promise<LogEntry[]> {
    const [edited, reacted] = [notes.of(messageKinds.edited), notes.of(messageKinds.reacted)];
    const sent = await this.messages.sent(roomId, after, upTo);
    const gone = await this.messages.gone(roomId, after, upTo);
    const changed = await this.messages.all([...edited, ...reacted].map(({ about }) => about.id));
    const entry = (seq: number, frame: OutgoingEvent): LogEntry => ({ roomId, seq, frame });
    const ifThere = (seq: number, id: string, tell: (message: StoredMessage) => OutgoingEvent): LogEntry => {
      const message = changed.get(id);
      return entry(seq, message && !message.isDeleted ? tell(message) : messagesDeleted(roomId, [id], seq));
    };
    return [
      ...sent.map((message) => entry(message.seq, messageSent(message))),
      ...gone.map(({ id, seq }) => entry(seq, messagesDeleted(roomId, [id], seq))),
      ...edited.map(({ seq, about }) => ifThere(seq, about.id, (message) => messageEdited(message, seq))),
      ...reacted.map(({ seq, about }) => ifThere(seq, about.id, (message) => messageReacted(about.type, message, seq))),
      ...notes.of(messageKinds.deleted).map(({ seq, about }) => entry(seq, messagesDeleted(roomId, about.ids, seq))),
    ];
  }
}
