import { Injectable } from '@nestjs/common';
import type { User as WireUser } from '@parley/protocol';
import { DataSource, In } from 'typeorm';
import type { EntityManager } from 'typeorm';

import { User } from './user.entity.js';
import { toUser } from './user.view.js';

/** Who is who, for the features that name users. */
@Injectable()
export class UsersDirectory {
  constructor(private readonly source: DataSource) {}

  /** The users of these ids who are active, whatever their order. */
  async active(userIds: readonly number[], manager: EntityManager = this.source.manager): Promise<WireUser[]> {
    const rows = await manager.find(User, { where: { id: In([...userIds]), isActive: true } });
    return rows.map(toUser);
  }
}
