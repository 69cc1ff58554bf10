import { Module } from '@nestjs/common';

import { RoomsModule } from '../rooms/rooms.module.js';
import { RoomListEvent } from './events/room-list.event.js';
import { RoomListPages } from './room-list-pages.js';
import { RoomListRepository } from './room-list.repository.js';
import { RoomPlacesRepository } from './room-places.repository.js';

@Module({ imports: [RoomsModule], providers: [RoomListPages, RoomListRepository, RoomPlacesRepository, RoomListEvent] })
export class RoomListModule {}
