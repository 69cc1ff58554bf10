import { Module } from '@nestjs/common';

import { MessagesModule } from '../messages/messages.module.js';
import { RoomsModule } from '../rooms/rooms.module.js';
import { MessageSearchEvent } from './events/message-search.event.js';
import { MessageSearchService } from './message-search.js';
import { SearchIndexMerge } from './search-index-merge.js';
import { SearchIndexRepository } from './search-index.repository.js';
import { SearchRepository } from './search.repository.js';

@Module({
  imports: [MessagesModule, RoomsModule],
  providers: [MessageSearchService, SearchIndexMerge, SearchIndexRepository, SearchRepository, MessageSearchEvent],
})
export class SearchModule {}
