import { Injectable } from '@nestjs/common';
import type { OnModuleInit } from '@nestjs/common';

import type { Work } from '../../../platform/database/unit-of-work.js';
import { toChangeRecord } from '../../rooms/change-log/change-record.js';
import { RoomLog } from '../../rooms/change-log/room-log.js';
import { RoomsRepository } from '../../rooms/rooms.repository.js';
import { TimerKinds } from '../../../platform/timers/timer-kind.js';
import type { TimerKind } from '../../../platform/timers/timer-kind.js';
import { messageChangeTypes } from '../history/message-event-replayer.js';
import { pollChanged } from '../message.frames.js';
import { readMessages } from '../reading/read-messages.js';
import { POLL_END } from './poll-insert.repository.js';
import { PollsRepository } from './polls.repository.js';

/**
 * Closes polls whose time is over, and notifies their rooms. Votes are refused from that time on, whether or not the
 * poll has been closed yet. A poll that was closed or deleted before needs nothing: its timer is not cancelled then.
 */
@Injectable()
export class PollEnding implements TimerKind, OnModuleInit {
  readonly name = POLL_END;

  constructor(
    private readonly kinds: TimerKinds,
    private readonly rooms: RoomsRepository,
    private readonly polls: PollsRepository,
    private readonly log: RoomLog,
  ) {}

  onModuleInit(): void {
    this.kinds.add(this);
  }

  async run(work: Work, key: string): Promise<void> {
    const { manager } = work;
    const [roomId = '', messageId = ''] = key.split(' ');
    const due = { roomId, messageId };
    if (!(await this.rooms.lock(manager, roomId)) || !(await this.polls.isDue(manager, due))) return;
    const changeRecord = toChangeRecord(messageChangeTypes.polled, { id: messageId });
    const { seq } = await this.rooms.takeNumber(manager, roomId, { changeRecord });
    await this.polls.endDue(manager, due, seq);
    const [message] = await readMessages(manager, [{ room_id: roomId, message_id: messageId }]);
    // Without its sender the message is not shown.
    const frame = message?.poll ? pollChanged(message, message.poll, seq) : undefined;
    await this.log.append(work, { roomId, seq, frame });
  }
}
