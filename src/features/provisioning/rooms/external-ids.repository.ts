import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

import { roomWithExternalId } from '../../rooms/product/room-external-ids.repository.js';
import { usersWithExternalIds } from '../../users/user.rows.js';

/** Finds what a product has given ids. */
@Injectable()
export class ExternalIdsRepository {
  constructor(private readonly source: DataSource) {}

  /** The id of the room with this id in the product. */
  roomId(externalId: string): Promise<string | undefined> {
    return roomWithExternalId(this.source.manager, externalId);
  }

  /** The ids of users by their ids in the product, of those who exist. */
  userIds(externalIds: readonly string[]): Promise<ReadonlyMap<string, number>> {
    return usersWithExternalIds(this.source.manager, externalIds);
  }
}
