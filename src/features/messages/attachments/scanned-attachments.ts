import { Injectable } from '@nestjs/common';
import type { OnModuleInit } from '@nestjs/common';

import type { Work } from '../../../platform/database/unit-of-work.js';
import { toChangeRecord } from '../../rooms/change-log/change-record.js';
import { RoomLog } from '../../rooms/change-log/room-log.js';
import { RoomsRepository } from '../../rooms/rooms.repository.js';
import { ShownFiles } from '../../uploads/scanning/shown-files.js';
import type { FileViewer, ShownFile } from '../../uploads/scanning/shown-files.js';
import { messageChangeTypes } from '../history/message-event-replayer.js';
import { attachmentChanged } from '../message.frames.js';
import { readMessages } from '../reading/read-messages.js';
import { AttachmentStatesRepository } from './attachment-states.repository.js';

/** Shows members what the scanner has decided about the files of their messages. */
@Injectable()
export class ScannedAttachments implements FileViewer, OnModuleInit {
  constructor(
    private readonly shown: ShownFiles,
    private readonly rooms: RoomsRepository,
    private readonly states: AttachmentStatesRepository,
    private readonly log: RoomLog,
  ) {}

  onModuleInit(): void {
    this.shown.register(this);
  }

  async lock(manager: Work['manager'], roomId: string): Promise<void> {
    await this.rooms.lock(manager, roomId);
  }

  async stateChanged(work: Work, file: ShownFile): Promise<void> {
    const { manager } = work;
    const { roomId, messageId, uploadId } = file;
    const changeRecord = toChangeRecord(messageChangeTypes.scanned, { id: messageId, attachment: uploadId });
    const { seq } = await this.rooms.takeNumber(manager, roomId, { changeRecord });
    await this.states.set(manager, file, seq);
    const [message] = await readMessages(manager, [{ room_id: roomId, message_id: messageId }]);
    // Without its sender the message is not shown.
    const frame = message && attachmentChanged(message, uploadId, seq);
    await this.log.append(work, { roomId, seq, frame });
  }
}
