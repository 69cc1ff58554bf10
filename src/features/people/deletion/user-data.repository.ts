import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';

import { statement } from '../../../platform/database/statement.js';
import { AllFeatures } from '../../../platform/feature/feature.js';
import type { PersonalData, Removal } from '../../../platform/feature/personal-data.js';
import { placeholderName } from '../../users/username.js';

/** Numbers of rows, by their names in the receipt. */
type Counts = Readonly<Record<string, number>>;

/** What a deleted user leaves in the tables of features, by their declarations, and the placeholder. */
@Injectable()
export class UserDataRepository {
  private readonly declared: readonly PersonalData[];

  constructor(features: AllFeatures) {
    this.declared = features.personalData;
  }

  /** @param erased whether the messages of the user are removed too */
  async remove(manager: EntityManager, userId: number, erased: boolean): Promise<Counts> {
    return this.execute(manager, userId, ({ onlyErased }) => erased || onlyErased !== true);
  }

  /** Removes what was left of a user who was deleted, and whose messages are removed now. */
  removeErased(manager: EntityManager, userId: number): Promise<Counts> {
    return this.execute(manager, userId, ({ onlyErased }) => onlyErased === true);
  }

  /** The present amounts of what is removed together with rooms and messages, too. */
  async count(manager: EntityManager, userId: number): Promise<Counts> {
    const counts: Record<string, number> = {};
    for (const [name, statement] of this.declared.flatMap(({ counted = {} }) => Object.entries(counted))) {
      const [row] = await manager.query<[{ count: number }]>(statement, [userId]);
      counts[name] = row.count;
    }
    return counts;
  }

  async leavePlaceholder(manager: EntityManager, userId: number): Promise<number> {
    const placeholder = placeholderName(userId);
    return (await LEAVE_PLACEHOLDER.one(manager, { user: userId, name: placeholder })).rooms_version;
  }

  private async execute(manager: EntityManager, userId: number, isDue: (removal: Removal) => boolean): Promise<Counts> {
    const counts: Record<string, number> = {};
    for (const { statement, count } of this.declared.flatMap(({ removed = [] }) => removed.filter(isDue))) {
      const [, rows] = await manager.query<[unknown[], number]>(statement, [userId]);
      if (count !== undefined) counts[count] = rows;
    }
    return counts;
  }
}

const LEAVE_PLACEHOLDER = statement('user_data.leave_placeholder', {
  parameters: { user: 'int4', name: 'text' },
  columns: { rooms_version: 'int4' },
  text: ({ user, name }) => `
    UPDATE users
    SET username = ${name}, username_key = ${name}, username_skeleton = NULL, first_name = '', last_name = '',
      email = NULL, language = NULL, password_hash = NULL, password_set_at = NULL, add_policy = NULL, avatar = NULL, status = NULL,
      custom = NULL, external_id = NULL, notify_level = NULL, do_not_disturb = NULL, mail_notices = NULL, role = 'user', role_version = role_version + 1,
      is_guest = false, guest_until = NULL, is_active = false, rooms_version = rooms_version + 1, deleted_at = now()
    WHERE id = ${user}
    RETURNING rooms_version`,
});
