import { Module } from '@nestjs/common';

import { TimersModule } from '../../../platform/timers/timers.module.js';
import { RoomsModule } from '../../rooms/rooms.module.js';
import { UsersModule } from '../../users/users.module.js';
import { MessageActsModule } from '../acts/message-acts.module.js';
import { HeldEnding } from './held-ending.js';
import { HeldListEvent } from './held-list.event.js';
import { HeldListRepository } from './held-list.repository.js';
import { HeldMessages } from './held-messages.js';
import { HeldMessagesRepository } from './held-messages.repository.js';
import { HeldMetrics } from './held-metrics.js';
import { HeldNotices } from './held-notices.js';
import { HeldOfAllRoomsRepository } from './held-of-all-rooms.repository.js';
import { HeldPages } from './held-pages.js';

/** Messages and edits that wait for a moderator. Who allows them has them sent: see the module of all messages. */
@Module({
  imports: [MessageActsModule, RoomsModule, TimersModule, UsersModule],
  providers: [
    HeldEnding,
    HeldListEvent,
    HeldListRepository,
    HeldMessages,
    HeldMessagesRepository,
    HeldMetrics,
    HeldNotices,
    HeldOfAllRoomsRepository,
    HeldPages,
  ],
  exports: [HeldMessages, HeldMessagesRepository, HeldNotices, HeldOfAllRoomsRepository],
})
export class HeldModule {}
