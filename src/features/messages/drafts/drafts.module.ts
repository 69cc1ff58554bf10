import { Module } from '@nestjs/common';

import { PrivateLogModule } from '../../private-log/private-log.module.js';
import { MessageActsModule } from '../acts/message-acts.module.js';
import { MessageHistoryModule } from '../history/message-history.module.js';
import { ThreadsModule } from '../threads/threads.module.js';
import { ComposerDrafts } from './composer-drafts.js';
import { ComposerDraftsRepository } from './composer-drafts.repository.js';
import { DraftSetEvent } from './draft-set.event.js';
import { SentDraftsRepository } from './sent-drafts.repository.js';

@Module({
  imports: [MessageActsModule, MessageHistoryModule, PrivateLogModule, ThreadsModule],
  providers: [ComposerDrafts, ComposerDraftsRepository, DraftSetEvent, SentDraftsRepository],
  exports: [SentDraftsRepository],
})
export class DraftsModule {}
