import { Injectable } from '@nestjs/common';
import type { OnModuleInit } from '@nestjs/common';
import type { ServerEvent } from '@parley/protocol';
import type { LogEntry } from '@parley/realtime/log';

import { RoomLog, RoomLogRepository } from '../rooms/index.js';
import type { LogTeller } from '../rooms/index.js';
import { messageKinds } from './message-kinds.js';
import { MessageLogRepository } from './message-log.repository.js';
import { messageEdited, messageReacted, messagesDeleted, messageSent } from './message.frames.js';
import type { StoredMessage } from './message.view.js';

/** Tells again what was sent, edited, reacted to and deleted. What is gone since is told as deleted. */
@Injectable()
export class MessageTeller implements LogTeller, OnModuleInit {
  constructor(
    private readonly log: RoomLog,
    private readonly changes: RoomLogRepository,
    private readonly messages: MessageLogRepository,
  ) {}

  onModuleInit(): void {
    this.log.toldBy(this);
  }

  async entries(roomId: string, after: number, upTo: number): Promise<LogEntry[]> {
    const [sent, gone, edited, reacted, deleted] = await Promise.all([
      this.messages.sent(roomId, after, upTo),
      this.messages.gone(roomId, after, upTo),
      this.changes.changes(messageKinds.edited, roomId, after, upTo),
      this.changes.changes(messageKinds.reacted, roomId, after, upTo),
      this.changes.changes(messageKinds.deleted, roomId, after, upTo),
    ]);
    const changed = await this.messages.all([...edited, ...reacted].map(({ about }) => about.id));
    const entry = (seq: number, frame: ServerEvent): LogEntry => ({ roomId, seq, frame });
    const ifThere = (seq: number, id: string, tell: (message: StoredMessage) => ServerEvent): LogEntry => {
      const message = changed.get(id);
      return entry(seq, message && !message.isDeleted ? tell(message) : messagesDeleted(roomId, [id], seq));
    };
    return [
      ...sent.map((message) => entry(message.seq, messageSent(message))),
      ...gone.map(({ id, seq }) => entry(seq, messagesDeleted(roomId, [id], seq))),
      ...edited.map(({ seq, about }) => ifThere(seq, about.id, (message) => messageEdited(message, seq))),
      ...reacted.map(({ seq, about }) => ifThere(seq, about.id, (message) => messageReacted(about.type, message, seq))),
      ...deleted.map(({ seq, about }) => entry(seq, messagesDeleted(roomId, about.ids, seq))),
    ];
  }
}
