import { Module } from '@nestjs/common';

import { ChannelSearchEvent } from '../events/channel-search.event.js';
import { RoomPreviewEvent } from '../events/room-preview.event.js';
import { MembershipModule } from '../membership/membership.module.js';
import { RoomPreviewsRepository } from './room-previews.repository.js';
import { RoomPreviews } from './room-previews.js';

@Module({
  imports: [MembershipModule],
  providers: [ChannelSearchEvent, RoomPreviewEvent, RoomPreviews, RoomPreviewsRepository],
})
export class RoomPreviewsModule {}
