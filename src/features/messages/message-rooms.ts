import { Injectable } from '@nestjs/common';
import type { Actor } from '@parley/realtime/requests';

import { amongRooms } from '../rooms/among-rooms.js';
import type { NamedInRoom } from '../rooms/among-rooms.js';
import { MessageRoomsRepository } from './message-rooms.repository.js';

/**
 * The rooms of the messages that a request names. A request that names the room spares this lookup, which is a question
 * to every part of a database that is divided by rooms.
 */
@Injectable()
export class MessageRooms {
  constructor(private readonly repository: MessageRoomsRepository) {}

  /**
   * @param ids in lower case
   * @param given the room that the request names, if it does: it is not known whether the messages are there
   */
  of({ user }: Actor, ids: readonly string[], given: string | null | undefined): Promise<NamedInRoom[]> {
    return amongRooms(ids, given, () => this.repository.find(user.id, ids));
  }
}
