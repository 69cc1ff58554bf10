import { Injectable } from '@nestjs/common';
import { DataSource, IsNull } from 'typeorm';

import type { TracedMessage } from '../../features/delivery-trace/facts.js';
import { PushRow } from './push.entity.js';

/** A push of a message to a browser of the user, or why there was none. */
export interface TracedPush extends Readonly<
  Pick<PushRow, 'state' | 'reason' | 'status' | 'attempts' | 'createdAt' | 'doneAt'>
> {
  /** Whether the row is only of the user, or stands for many members, perhaps including the user. */
  readonly isOwn: boolean;
}

/** The pushes of messages, found by the sequence number, because a room may have very many. */
@Injectable()
export class TracedPushesRepository {
  constructor(private readonly source: DataSource) {}

  async find(
    { id: messageId, roomId, seq }: Pick<TracedMessage, 'id' | 'roomId' | 'seq'>,
    userId: number,
  ): Promise<TracedPush[]> {
    if (seq === null) return [];
    const message = { roomId, seq, messageId };
    const pushes = await this.source.manager.find(PushRow, {
      where: [
        { ...message, userId },
        { ...message, userId: IsNull() },
      ],
      order: { id: 'ASC' },
    });
    return pushes.map(({ state, reason, status, attempts, createdAt, doneAt, userId: ofUser }) => ({
      state,
      reason,
      status,
      attempts,
      createdAt,
      doneAt,
      isOwn: ofUser !== null,
    }));
  }
}
