import { Injectable } from '@nestjs/common';

import { DatabaseHistory } from '../../platform/database/history/database-history.js';
import { EpochsRepository } from '../rooms/epochs/epochs.repository.js';
import { NO_POSITION } from './page-plan.js';
import type { Positions } from './page-plan.js';

/**
 * The positions of clients as they are valid in the present epoch. A position of an earlier epoch is valid up to the
 * number that its room had when each later epoch began: the changes above may have been lost, and their numbers given
 * to others.
 */
@Injectable()
export class ClientPositions {
  constructor(
    private readonly epochs: EpochsRepository,
    private readonly history: DatabaseHistory,
  ) {}

  /**
   * @param epoch of the positions; undefined: the client does not know epochs
   * @returns the positions; {@link NO_POSITION} for a room whose position is not valid any more
   */
  async validated(positions: Positions, epoch: string | undefined): Promise<Positions> {
    if (epoch === undefined || epoch === this.history.epochId || positions.size === 0) return positions;
    const valid = await this.epochs.validPositions(epoch, [...positions.keys()]);
    return new Map(
      [...positions].map(([roomId, seq]) => [roomId, seq <= (valid.get(roomId) ?? -1) ? seq : NO_POSITION]),
    );
  }
}
