import { Injectable } from '@nestjs/common';
import type { DeploymentRole } from '@parley/protocol';
import { In, IsNull } from 'typeorm';
import type { EntityManager } from 'typeorm';

import type { QuerySource } from '../../../platform/database/query.js';
import { statement } from '../../../platform/database/statement.js';
import { User } from '../user.entity.js';
import type { KnownRole } from './deployment-role.js';

/** The most users with a role who are notified of something. */
const MOST_NOTIFIED = 500;

@Injectable()
export class UserRolesRepository {
  /** Locks the user. @returns the change, or undefined if the user has the role already */
  async set(manager: EntityManager, id: number, role: DeploymentRole): Promise<KnownRole | undefined> {
    const result = await manager
      .createQueryBuilder()
      .update(User)
      .set({ role, roleVersion: () => 'role_version + 1' })
      .where('id = :id AND deleted_at IS NULL AND role <> :role', { id, role })
      .returning('role_version')
      .execute();
    const [row] = result.raw as { role_version: number }[];
    return row && { role, version: row.role_version };
  }

  /** The present role of an active user, which holds until the transaction ends. */
  async lock(manager: EntityManager, id: number): Promise<DeploymentRole | undefined> {
    const user = await manager.findOne(User, {
      select: { id: true, role: true },
      where: { id, isActive: true, deletedAt: IsNull() },
      lock: { mode: 'pessimistic_read' },
    });
    return user?.role;
  }

  /**
   * The present roles of users, also of inactive ones, which hold until the transaction ends. In the order of the ids.
   */
  async lockAll(
    manager: EntityManager,
    ids: readonly number[],
  ): Promise<ReadonlyMap<number, { readonly role: DeploymentRole; readonly isActive: boolean }>> {
    const users = await manager.find(User, {
      select: { id: true, role: true, isActive: true },
      where: { id: In(ids), deletedAt: IsNull() },
      order: { id: 'ASC' },
      lock: { mode: 'for_no_key_update' },
    });
    return new Map(users.map(({ id, role, isActive }) => [id, { role, isActive }]));
  }

  /** The active moderators and administrators. Raw SQL: the partial index needs the condition as a constant. */
  async withRole(source: QuerySource): Promise<number[]> {
    const rows = await WITH_ROLE.rows(source, { most: MOST_NOTIFIED });
    return rows.map(({ id }) => id);
  }
}

const WITH_ROLE = statement('user_roles.with_role', {
  parameters: { most: 'int8' },
  columns: { id: 'int4' },
  isPrepared: true,
  text: ({ most }) => `SELECT id FROM users WHERE role <> 'user' AND is_active ORDER BY id LIMIT ${most}`,
});
