import { Module } from '@nestjs/common';

import { RoomPreferencesModule } from '../../room-preferences/room-preferences.module.js';
import { MessageHistoryModule } from '../history/message-history.module.js';
import { AcknowledgementsService } from './acknowledgements.js';
import { MarkMessagesRead } from './mark-messages-read.js';
import { MessageAcknowledgedEvent } from './message-acknowledged.event.js';
import { ReceiptDispatch } from './receipt-dispatch.js';
import { ReceiptLocks } from './receipt-locks.js';
import { ReceiptTurns } from './receipt-turns.js';
import { ReceiptsRepository } from './receipts.repository.js';

@Module({
  imports: [MessageHistoryModule, RoomPreferencesModule],
  providers: [
    AcknowledgementsService,
    MarkMessagesRead,
    MessageAcknowledgedEvent,
    ReceiptDispatch,
    ReceiptLocks,
    ReceiptTurns,
    ReceiptsRepository,
  ],
  exports: [AcknowledgementsService, MarkMessagesRead, ReceiptDispatch, ReceiptLocks, ReceiptTurns, ReceiptsRepository],
})
export class ReceiptsModule {}
