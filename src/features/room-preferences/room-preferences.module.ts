import { Module } from '@nestjs/common';

import { PrivateLogModule } from '../private-log/private-log.module.js';
import { TimersModule } from '../../platform/timers/timers.module.js';
import { RoomArchiveEvent } from './events/room-archive.event.js';
import { RoomFavouriteEvent } from './events/room-favourite.event.js';
import { RoomMarkUnreadEvent } from './events/room-mark-unread.event.js';
import { RoomNotifyEvent } from './events/room-notify.event.js';
import { RoomPreferencePolicy } from './room-preference.policy.js';
import { RoomPreferencesService } from './room-preferences.js';
import { RoomPreferencesRepository } from './room-preferences.repository.js';

const events = [RoomArchiveEvent, RoomFavouriteEvent, RoomMarkUnreadEvent, RoomNotifyEvent];

@Module({
  imports: [PrivateLogModule, TimersModule],
  providers: [RoomPreferencePolicy, RoomPreferencesRepository, RoomPreferencesService, ...events],
  exports: [RoomPreferencePolicy, RoomPreferencesService],
})
export class RoomPreferencesModule {}
