import { Injectable, Module } from '@nestjs/common';
import { conflict, invalid, notFound } from '@parley/protocol';
import { nameTextFault } from '@parley/protocol/text';
import { hasLength } from '@parley/realtime/requests';
import { v7 as timeOrderedUuid, validate as isUuid } from 'uuid';

import { AuditRepository } from '../audit/audit.repository.js';
import type { PartOf } from '../../platform/collections/list-part.js';
import { UnitOfWork } from '../../platform/database/unit-of-work.js';
import { UsersModule } from '../users/users.module.js';
import type { Authority } from '../users/roles/authority.js';
import { UsersService } from '../users/users.service.js';
import { ApiKeysRepository } from './api-keys.repository.js';
import type { ApiKeyView } from './api-keys.repository.js';
import { newKey } from './key-token.js';
import { IMPERSONATION, isBackendScope, isScope, SCOPES } from './api-key.entity.js';

export interface NewKeyOptions {
  readonly name: string;
  readonly scopes: readonly string[];
  /** The user that it acts for; undefined: the user that each request names, which needs a scope. */
  readonly username?: string | undefined;
  /** The only users that a request may name; undefined: all. */
  readonly only?: readonly string[] | undefined;
  /** Seconds; undefined: until it is revoked. */
  readonly lifetime?: number | undefined;
}

export interface CreatedKey {
  readonly id: string;
  /** Never shown again. */
  readonly key: string;
}

export const LONGEST_NAME = 100;
/** Each request with a limited key reads the whole list. */
const MOST_USERS = 100;
const SECONDS_A_DAY = 24 * 60 * 60;
/** A hundred years. A key that is valid permanently has no expiry. */
const LONGEST_DAYS = 36_500;

/** Manages API keys for operators and administrators. Changes take effect with the next request, on every node. */
@Injectable()
export class ApiKeysService {
  constructor(
    private readonly keys: ApiKeysRepository,
    private readonly users: UsersService,
    private readonly unitOfWork: UnitOfWork,
    private readonly audit: AuditRepository,
  ) {}

  /** @throws Refusal 4002, 4003 if the input is invalid, 4004 for an unknown user, 4005 for an inactive user */
  async create(authority: Authority, { name, scopes, username, only, lifetime }: NewKeyOptions): Promise<CreatedKey> {
    if (!hasLength(name, 1, LONGEST_NAME) || nameTextFault(name) !== undefined) {
      throw invalid({ name: [`Must be one line of 1 to ${String(LONGEST_NAME)} characters.`] });
    }
    const wanted = [...new Set(scopes)];
    checkScopes(wanted, username !== undefined);
    if (only && username !== undefined) {
      throw invalid({ only: [`Limits the scope ${IMPERSONATION}, which a key with a user does not have.`] });
    }
    if (only && wanted.some(isBackendScope)) {
      throw invalid({
        only: [`Limits the scope ${IMPERSONATION}, and not ${wanted.filter(isBackendScope).join(', ')}.`],
      });
    }
    const expiresAt = lifetime === undefined ? null : after(lifetime);
    const userId = username === undefined ? null : (await this.users.tokenHolder(username)).id;
    const onlyUserIds = only ? await this.idsOf(only) : null;
    const { token, prefix, hash } = newKey();
    const id = timeOrderedUuid();
    await this.unitOfWork.transaction(async ({ manager }) => {
      const actor = await authority.permit(manager, 'keys.manage');
      if (userId !== null && !(await this.keys.lockActive(manager, userId))) {
        throw conflict(`The user ${username ?? ''} is not active.`);
      }
      await this.keys.insert(manager, {
        id,
        name,
        prefix,
        keyHash: hash,
        scopes: wanted,
        userId,
        onlyUserIds,
        makerId: typeof actor === 'object' ? (actor.userId ?? null) : null,
        expiresAt,
      });
      const limit = onlyUserIds && { only_user_ids: onlyUserIds };
      const details = { key_id: id, scopes: wanted, ...limit };
      await this.audit.record(manager, actor, { action: 'keys.create', ...auditedUser(userId), details });
    });
    return { id, key: token };
  }

  /** @throws Refusal 4003, 4004, 4005 */
  private async idsOf(usernames: readonly string[]): Promise<number[]> {
    if (usernames.length === 0 || usernames.length > MOST_USERS) {
      throw invalid({ only: [`Must be 1 to ${String(MOST_USERS)} usernames.`] });
    }
    const ids = new Set<number>();
    for (const username of usernames) ids.add((await this.users.tokenHolder(username)).id);
    return [...ids];
  }

  /** The oldest first. @param after the id of the last key of the page before; undefined: the first page */
  page(part: PartOf<string>): Promise<ApiKeyView[]> {
    return this.keys.list(part);
  }

  /**
   * Does nothing if the key is revoked already.
   * @throws Refusal 4002, 4004
   */
  async revoke(authority: Authority, id: string): Promise<void> {
    await this.unitOfWork.transaction(async ({ manager }) => {
      const actor = await authority.permit(manager, 'keys.manage');
      const key = isUuid(id) ? await this.keys.revoke(manager, id) : undefined;
      if (!key) throw notFound(`No such key: ${id}.`);
      if (!key.wasGood) return;
      const act = { action: 'keys.revoke', ...auditedUser(key.userId), details: { key_id: id.toLowerCase() } };
      await this.audit.record(manager, actor, act);
    });
  }
}

function after(seconds: number): Date {
  if (seconds > LONGEST_DAYS * SECONDS_A_DAY) {
    throw invalid({
      lifetime: [`Must be at most ${String(LONGEST_DAYS)} days. A key without a lifetime does not expire.`],
    });
  }
  return new Date(Date.now() + seconds * 1_000);
}

const auditedUser = (userId: number | null): { readonly subjectId?: number } =>
  userId === null ? {} : { subjectId: userId };

function checkScopes(scopes: readonly string[], hasUser: boolean): void {
  const unknownScope = scopes.find((scope) => !isScope(scope));
  if (unknownScope !== undefined || scopes.length === 0) {
    throw invalid({ scopes: [`Must be some of ${Object.keys(SCOPES).join(', ')}.`] });
  }
  if (!hasUser && scopes.every(isBackendScope)) return;
  if (hasUser === scopes.includes(IMPERSONATION)) {
    const reason = hasUser
      ? `A key with a user acts for that user only: leave out the user, or the scope ${IMPERSONATION}.`
      : `Required, unless the key has the scope ${IMPERSONATION}.`;
    throw invalid({ user: [reason] });
  }
}

/** The management of keys, for commands and administrators. */
@Module({
  imports: [UsersModule],
  providers: [ApiKeysService, ApiKeysRepository],
  exports: [ApiKeysService, ApiKeysRepository],
})
export class ApiKeysModule {}
