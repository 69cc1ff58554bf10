import { Module } from '@nestjs/common';

import { MessagesModule } from '../messages/messages.module.js';
import { RoomsModule } from '../rooms/rooms.module.js';
import { MessagePinEvent } from './events/message-pin.event.js';
import { RoomPinsEvent } from './events/room-pins.event.js';
import { PinMessage } from './pin-message.js';
import { PinPages } from './pin-pages.js';
import { PinsRepository } from './pins.repository.js';

@Module({
  imports: [MessagesModule, RoomsModule],
  providers: [PinMessage, PinPages, PinsRepository, MessagePinEvent, RoomPinsEvent],
})
export class PinsModule {}
