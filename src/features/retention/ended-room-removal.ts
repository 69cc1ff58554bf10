import { Injectable } from '@nestjs/common';

import { ENDED_ROOM } from '../../platform/database/distribution/derived-rows.js';
import { UnitOfWork } from '../../platform/database/unit-of-work.js';
import { Timers } from '../../platform/timers/timers.js';
import { EndedRoomsRepository } from './ended-rooms.repository.js';

/** Deletes at once what ended rooms have left behind, for an erasure that has to be complete. Nodes may do it too. */
@Injectable()
export class EndedRoomRemoval {
  constructor(
    private readonly rooms: EndedRoomsRepository,
    private readonly timers: Timers,
    private readonly work: UnitOfWork,
  ) {}

  async deleteAll(): Promise<void> {
    for (const roomId of await this.rooms.ended()) {
      while (await this.work.transaction(({ manager }) => this.rooms.deleteSome(manager, roomId)));
      await this.work.transaction((work) => this.timers.cancel(work, { kind: ENDED_ROOM, key: roomId }));
    }
  }
}
