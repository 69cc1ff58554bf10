import { Injectable } from '@nestjs/common';
import { conflict, invalid, notFound } from '@parley/protocol';
import { hasLength } from '@parley/realtime/requests';
import { validate as isUuid, v7 as timeOrderedUuid } from 'uuid';

import { AuditRepository } from '../../audit/index.js';
import { UnitOfWork } from '../../database/index.js';
import { UsersService } from '../../users/index.js';
import { toApiKey } from './api-key.view.js';
import type { ApiKeyView } from './api-key.view.js';
import { ApiKeysRepository } from './api-keys.repository.js';
import { newKey } from './key-token.js';
import { ACT_AS_ANYBODY, isScope, SCOPES } from './scopes.js';

export interface KeyWanted {
  readonly name: string;
  readonly scopes: readonly string[];
  /** Whom it acts for; undefined: whomever each request names, which is a scope of its own. */
  readonly username?: string | undefined;
  /** Seconds; undefined: until it is revoked. */
  readonly lifetime?: number | undefined;
}

export interface MadeKey {
  readonly id: string;
  /** Shown this once. */
  readonly key: string;
}

const LONGEST_NAME = 100;
const SECONDS_A_DAY = 24 * 60 * 60;
/** A hundred years: what is for longer is for ever, and said so by no time at all. */
const LONGEST_DAYS = 36_500;

/** What operators do with API keys. What they change holds from the next request on, on every node. */
@Injectable()
export class ApiKeys {
  constructor(
    private readonly keys: ApiKeysRepository,
    private readonly users: UsersService,
    private readonly unitOfWork: UnitOfWork,
    private readonly audit: AuditRepository,
  ) {}

  /** @throws Refusal 4003 if something is at fault, 4004 and 4005 for a user who is not there or not active */
  async create({ name, scopes, username, lifetime }: KeyWanted): Promise<MadeKey> {
    if (!hasLength(name, 1, LONGEST_NAME) || /\p{Cc}/u.test(name)) {
      throw invalid(`Give --name, a text of 1 to ${String(LONGEST_NAME)} characters.`);
    }
    const wanted = [...new Set(scopes)];
    checkScopes(wanted, username !== undefined);
    const expiresAt = lifetime === undefined ? null : after(lifetime);
    const userId = username === undefined ? null : (await this.users.tokenHolder(username)).id;
    const { token, prefix, hash } = newKey();
    const id = timeOrderedUuid();
    await this.unitOfWork.run(async ({ manager }) => {
      if (userId !== null && !(await this.keys.lockActive(manager, userId))) {
        throw conflict(`The user ${username ?? ''} is not active.`);
      }
      await this.keys.insert(manager, { id, name, prefix, keyHash: hash, scopes: wanted, userId, expiresAt });
      const details = { key_id: id, scopes: wanted };
      await this.audit.record(manager, 'operator', { action: 'keys.create', ...aboutUser(userId), details });
    });
    return { id, key: token };
  }

  async all(): Promise<ApiKeyView[]> {
    return (await this.keys.all()).map(toApiKey);
  }

  /**
   * Of a key that is revoked already nothing changes.
   * @throws Refusal 4004
   */
  async revoke(id: string): Promise<void> {
    await this.unitOfWork.run(async ({ manager }) => {
      const key = isUuid(id) ? await this.keys.revoke(manager, id) : undefined;
      if (!key) throw notFound(`No such key: ${id}.`);
      if (!key.wasGood) return;
      const act = { action: 'keys.revoke', ...aboutUser(key.userId), details: { key_id: id.toLowerCase() } };
      await this.audit.record(manager, 'operator', act);
    });
  }
}

function after(seconds: number): Date {
  if (seconds > LONGEST_DAYS * SECONDS_A_DAY) {
    throw invalid(`Give --expires, at most ${String(LONGEST_DAYS)}d, or leave it out.`);
  }
  return new Date(Date.now() + seconds * 1_000);
}

const aboutUser = (userId: number | null): { readonly subjectId?: number } =>
  userId === null ? {} : { subjectId: userId };

function checkScopes(scopes: readonly string[], hasUser: boolean): void {
  const strange = scopes.find((scope) => !isScope(scope));
  if (strange !== undefined || scopes.length === 0) {
    throw invalid(`Give --scopes, a list of these with commas between: ${Object.keys(SCOPES).join(', ')}.`);
  }
  if (hasUser === scopes.includes(ACT_AS_ANYBODY)) {
    throw invalid(
      hasUser
        ? `A key with a user acts for nobody else: leave out --user or the scope ${ACT_AS_ANYBODY}.`
        : `Give --user, for whom the key acts, or the scope ${ACT_AS_ANYBODY}.`,
    );
  }
}
