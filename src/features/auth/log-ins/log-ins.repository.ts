import { Injectable } from '@nestjs/common';
import { DataSource, IsNull, Not } from 'typeorm';
import type { EntityManager } from 'typeorm';

import { storedText } from '../../../platform/database/stored-text.js';
import { statement } from '../../../platform/database/statement.js';
import type { Branded } from '../../../platform/types/branded.js';
import { haveAccess } from '../../users/kinds/access.js';
import type { TokenHolder } from '../../users/users.service.js';
import { RefreshToken } from '../tokens/refresh-token.entity.js';
import type { RoomTokenGrant } from '../tokens/room-token.js';
import { CLOCK_SKEW_SECONDS } from '../tokens/verified-token.js';
import type { CompletedLogIn } from './completed-log-in.js';
import type { LogInOrigin } from './log-in-origin.js';
import { FRESH_SECONDS } from './log-in-proof.js';

/** A log-in, with its newest refresh token. */
export type LogIn = Readonly<Pick<RefreshToken, 'family' | 'jtiHash' | 'expiresAt'>>;

/** What is stored of a log-in: where it came from, and what it has proven. */
export interface NewLogIn extends LogIn, LogInOrigin, Pick<CompletedLogIn, 'isAuthenticated' | 'hasSecondFactor'> {
  /** Undefined: it is not limited to rooms. */
  readonly rooms?: RoomTokenGrant | undefined;
}

/** Permission to add a log-in of a user with access, whose row the transaction has locked. */
export interface HeldHolder extends Branded<'logIns.add'> {
  readonly id: number;
}

/** The holder is undefined for a user without access. */
export interface HeldProductUser {
  readonly username: string;
  readonly held: HeldHolder | undefined;
}

/** `add` and `rotate` are raw SQL: each decides about the user's row and writes in one statement, by its clock. */
@Injectable()
export class LogInsRepository {
  constructor(private readonly source: DataSource) {}

  /**
   * Locks a user, unless the user's access has changed since it was checked: a concurrent change of the password, or
   * log-in of the user, is waited for. It is a statement of its own, so that the next one sees what was committed while
   * this one waited.
   */
  async hold(
    manager: EntityManager,
    { id, tokensValidAfter, passwordSetAt }: TokenHolder,
  ): Promise<HeldHolder | undefined> {
    const held = await HOLD.rows(manager, { user: id, tokensValidAfter, passwordSetAt });
    return held.length === 0 ? undefined : ({ id } as HeldHolder);
  }

  /** Locks a user of a product as {@link hold} does. @returns undefined: there is none */
  async holdOfProduct(manager: EntityManager, externalId: string): Promise<HeldProductUser | undefined> {
    const user = await HOLD_OF_PRODUCT.row(manager, { externalId: storedText(externalId) });
    return user && { username: user.username, held: user.has_access ? ({ id: user.id } as HeldHolder) : undefined };
  }

  /**
   * Adds a log-in with what it has proven. Ends the oldest log-ins of the user beyond the limit. Deletes those that were
   * ended before, and those that expired longer ago than the lifetime of an access token.
   * @param limits `accessLifetime` in seconds; `perUser` of active log-ins, at least 1
   * @returns the families that were ended by the limit
   */
  async add(
    manager: EntityManager,
    { id }: HeldHolder,
    { isAuthenticated, hasSecondFactor, rooms, ...login }: NewLogIn,
    { accessLifetime, perUser }: { readonly accessLifetime: number; readonly perUser: number },
  ): Promise<string[]> {
    const ended = await ADD.rows(manager, {
      user: id,
      family: login.family,
      jtiHash: login.jtiHash,
      expiresAt: login.expiresAt,
      keptSeconds: accessLifetime + CLOCK_SKEW_SECONDS,
      perUser,
      device: login.device === null ? null : storedText(login.device),
      address: login.address,
      isAuthenticated,
      hasSecondFactor,
      rooms: rooms?.roomIds ?? null,
    });
    return ended.map(({ family }) => family);
  }

  /**
   * Replaces the newest refresh token by the next one. If that happened within the grace, changes nothing: the request
   * is a repetition. Of two requests at once, on any nodes, the second waits for the first and is such a repetition.
   * @param spent the token that the client sent, and when it was issued
   * @param next the successor of that token, which is the same for every request
   * @param graceSeconds for which a token is accepted after its exchange
   * @returns when the successor expires; undefined if the token that the client sent is not valid
   */
  async rotate(
    userId: number,
    spent: { jtiHash: string; issuedAt: Date },
    next: LogIn,
    graceSeconds: number,
  ): Promise<Date | undefined> {
    const rotated = await ROTATE.row(this.source, {
      family: next.family,
      user: userId,
      spent: spent.jtiHash,
      next: next.jtiHash,
      expiresAt: next.expiresAt,
      issuedAt: spent.issuedAt,
      graceSeconds,
    });
    return rotated?.expires_at;
  }

  /** Whether the user has logged in from an address, in a log-in that is still stored. */
  hasFrom(userId: number, address: string): Promise<boolean> {
    return this.source.manager.existsBy(RefreshToken, { userId, address });
  }

  /**
   * The user of a log-in has proven again to be present.
   * @param hasSecondFactor whether by a second factor; otherwise what the log-in has proven of one stays
   * @returns whether the log-in has a second factor since now
   */
  async authenticatedAgain(
    manager: EntityManager,
    userId: number,
    family: string,
    hasSecondFactor: boolean,
  ): Promise<boolean> {
    const changed = await AUTHENTICATED_AGAIN.row(manager, { family, user: userId, hasSecondFactor });
    return changed?.is_new === true;
  }

  /** Whether the user has given a password or a code in this log-in within the last minutes. */
  async isFresh(manager: EntityManager, userId: number, family: string): Promise<boolean> {
    return (await FRESH.row(manager, { family, user: userId })) !== undefined;
  }

  /** No log-in of the user has a second factor any more, but those for which a provider vouches. */
  async secondFactorRemoved(manager: EntityManager, userId: number): Promise<void> {
    await FACTOR_REMOVED.changes(manager, { user: userId });
  }

  /**
   * Ends a log-in.
   * @param unlessNewest if given: only if this is not its newest token
   * @returns whether the log-in was active until now
   */
  async revoke(manager: EntityManager, userId: number, family: string, unlessNewest?: string): Promise<boolean> {
    const { affected } = await manager.update(
      RefreshToken,
      { family, userId, revokedAt: IsNull(), ...(unlessNewest !== undefined && { jtiHash: Not(unlessNewest) }) },
      { revokedAt: () => 'now()' },
    );
    return affected === 1;
  }

  /**
   * Ends all log-ins of a user but one. A caller that has locked the user's row ends those too that were being added.
   * @param kept undefined: all of them
   * @returns the families that were ended
   */
  async revokeOthers(manager: EntityManager, userId: number, kept: string | undefined): Promise<string[]> {
    const ended = await REVOKE_OTHERS.rows(manager, { user: userId, kept: kept ?? null });
    return ended.map(({ family }) => family);
  }
}

const HOLD = statement('log_ins.hold', {
  parameters: { user: 'int4', tokensValidAfter: 'timestamptz | null', passwordSetAt: 'timestamptz | null' },
  columns: {},
  text: ({ user, tokensValidAfter, passwordSetAt }) => `
    SELECT FROM users
    WHERE id = ${user} AND ${haveAccess('users')}
      AND date_trunc('milliseconds', tokens_valid_after) IS NOT DISTINCT FROM ${tokensValidAfter}::timestamptz
      AND date_trunc('milliseconds', password_set_at) IS NOT DISTINCT FROM ${passwordSetAt}::timestamptz
    FOR NO KEY UPDATE`,
});

const HOLD_OF_PRODUCT = statement('log_ins.hold_of_product', {
  parameters: { externalId: 'text' },
  columns: { id: 'int4', username: 'text', has_access: 'bool' },
  text: ({ externalId }) => `
    SELECT id, username, ${haveAccess('users')} AS has_access FROM users WHERE external_id = ${externalId}
    FOR NO KEY UPDATE`,
});

const ADD = statement('log_ins.add', {
  parameters: {
    user: 'int4',
    family: 'uuid',
    jtiHash: 'text',
    expiresAt: 'timestamptz',
    keptSeconds: 'float8',
    perUser: 'int4',
    device: 'text | null',
    address: 'text | null',
    isAuthenticated: 'bool',
    hasSecondFactor: 'bool',
    rooms: 'uuid[] | null',
  },
  columns: { family: 'uuid' },
  text: ({
    user,
    family,
    jtiHash,
    expiresAt,
    keptSeconds,
    perUser,
    device,
    address,
    isAuthenticated,
    hasSecondFactor,
    rooms,
  }) => `
    WITH gone AS (
      DELETE FROM refresh_tokens
      WHERE user_id = ${user}
        AND (revoked_at IS NOT NULL OR expires_at < now() - make_interval(secs => ${keptSeconds}))
    ), added AS (
      INSERT INTO refresh_tokens (family, user_id, jti_hash, expires_at, created_at, device, address,
        authenticated_at, has_second_factor, room_ids)
      VALUES (${family}, ${user}, ${jtiHash}, ${expiresAt}, now(), ${device}, ${address},
        CASE WHEN ${isAuthenticated}::boolean THEN now() END, ${hasSecondFactor}, ${rooms})
    ), oldest AS (
      SELECT family FROM refresh_tokens
      WHERE user_id = ${user} AND revoked_at IS NULL AND expires_at > now()
      ORDER BY family DESC OFFSET ${perUser} - 1
    ), ended AS (
      UPDATE refresh_tokens t SET revoked_at = now() FROM oldest WHERE t.family = oldest.family RETURNING t.family
    )
    SELECT family FROM ended`,
});

const ROTATE = statement('log_ins.rotate', {
  parameters: {
    family: 'uuid',
    user: 'int4',
    spent: 'text',
    next: 'text',
    expiresAt: 'timestamptz',
    issuedAt: 'timestamptz',
    graceSeconds: 'float8',
  },
  columns: { expires_at: 'timestamptz' },
  text: ({ family, user, spent, next, expiresAt, issuedAt, graceSeconds }) => `
    UPDATE refresh_tokens t SET
      jti_hash = ${next},
      expires_at = CASE WHEN t.jti_hash = ${spent} THEN ${expiresAt} ELSE t.expires_at END,
      refreshed_at = CASE WHEN t.jti_hash = ${spent} THEN clock_timestamp() ELSE t.refreshed_at END
    FROM users u
    WHERE t.family = ${family} AND t.user_id = ${user} AND t.revoked_at IS NULL
      AND (t.jti_hash = ${spent}
        OR t.jti_hash = ${next} AND t.refreshed_at > clock_timestamp() - make_interval(secs => ${graceSeconds}))
      AND t.expires_at > now() - make_interval(secs => ${String(CLOCK_SKEW_SECONDS)})
      AND u.id = t.user_id AND ${haveAccess('u')}
      AND (u.tokens_valid_after IS NULL OR date_trunc('second', u.tokens_valid_after) <= ${issuedAt})
    RETURNING t.expires_at`,
});

const AUTHENTICATED_AGAIN = statement('log_ins.authenticated_again', {
  parameters: { family: 'uuid', user: 'int4', hasSecondFactor: 'bool' },
  columns: { is_new: 'bool' },
  text: ({ family, user, hasSecondFactor }) => `
    UPDATE refresh_tokens t
    SET authenticated_at = now(), has_second_factor = t.has_second_factor OR ${hasSecondFactor}
    FROM (SELECT family, has_second_factor FROM refresh_tokens
      WHERE family = ${family} AND user_id = ${user} AND revoked_at IS NULL FOR UPDATE) before
    WHERE t.family = before.family
    RETURNING t.has_second_factor AND NOT before.has_second_factor AS is_new`,
});

const FRESH = statement('log_ins.fresh', {
  parameters: { family: 'uuid', user: 'int4' },
  columns: {},
  text: ({ family, user }) => `
    SELECT FROM refresh_tokens WHERE family = ${family} AND user_id = ${user} AND revoked_at IS NULL
      AND authenticated_at > now() - interval '${String(FRESH_SECONDS)} seconds'`,
});

const FACTOR_REMOVED = statement('log_ins.second_factor_removed', {
  parameters: { user: 'int4' },
  columns: {},
  text: ({ user }) => `
    UPDATE refresh_tokens t SET has_second_factor = false
    WHERE user_id = ${user} AND has_second_factor
      AND NOT EXISTS (SELECT FROM provider_log_ins p WHERE p.family = t.family)`,
});

const REVOKE_OTHERS = statement('log_ins.revoke_others', {
  parameters: { user: 'int4', kept: 'uuid | null' },
  columns: { family: 'uuid' },
  text: ({ user, kept }) => `
    UPDATE refresh_tokens SET revoked_at = now()
    WHERE user_id = ${user} AND revoked_at IS NULL AND family IS DISTINCT FROM ${kept}::uuid RETURNING family`,
});
