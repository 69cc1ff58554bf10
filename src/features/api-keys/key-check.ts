import type { IncomingMessage } from 'node:http';

import { HttpStatus, Injectable, Logger } from '@nestjs/common';
import { LRUCache } from 'lru-cache';

import { FailedLogIns } from '../auth/log-ins/failed-log-ins.js';
import { mostEntries } from '../../platform/collections/most-entries.js';
import { ApiSettings } from './api.settings.js';
import { LogInSettings } from '../auth/log-ins/log-in.settings.js';
import { ApiError, throttled } from '../../platform/http/api-error.js';
import { Throttle, TokenBucket } from '../../platform/http/rate-limits.js';
import { RemoteAddresses } from '../../platform/http/remote-addresses.js';
import { bearerTokenOf } from '../../platform/http/request-headers.js';
import { LogRecord } from '../../platform/logging/log-record.js';
import { usernameFault } from '../users/username.js';
import { ApiKeyStatusRepository } from './api-key-status.repository.js';
import type { ApiKeyStatus, NamedUser } from './api-key-status.repository.js';
import { keyHash } from './key-token.js';
import { KeyUses } from './key-uses.js';

/** The header that names the user to impersonate, for keys without a user. */
export const ON_BEHALF_OF = 'Parley-User';

/** The maximum number of cached keys: of valid ones with their rate limits, and of invalid ones. */
const MOST_KNOWN = 10_000;
/** An invalid key never becomes valid. It is checked again after this time, to log that it is still used. */
const WRONG_FOR_MS = 60_000;
const TOO_MANY_WRONG = 'Too many invalid keys. Try again later.';
const USER_ID = /^[1-9]\d{0,9}$/;
const LARGEST_USER_ID = 2_147_483_647;

/**
 * Checks the key of a request in the database, so that a revocation takes effect at once on every node.
 *
 * Invalid keys count by address, like failed log-ins; above the limit, keys that this node does not know are refused
 * without a lookup. A known valid key is still looked up. A known invalid key is refused, and counts once a minute: a
 * program that keeps using an old key does not lock out other clients of its address.
 */
@Injectable()
export class KeyCheck {
  private readonly log = new Logger(KeyCheck.name);
  private readonly known = new LRUCache<string, TokenBucket>(mostEntries(MOST_KNOWN));
  private readonly limited = new Throttle({ most: 1, seconds: 60 });
  private readonly wrong = new LRUCache<string, true>({ ...mostEntries(MOST_KNOWN), ttl: WRONG_FOR_MS });

  constructor(
    private readonly logInSettings: LogInSettings,
    private readonly apiSettings: ApiSettings,
    private readonly statuses: ApiKeyStatusRepository,
    private readonly failed: FailedLogIns,
    private readonly addresses: RemoteAddresses,
    private readonly uses: KeyUses,
  ) {}

  /** @throws ApiError 401, 429 */
  async authenticate(request: IncomingMessage): Promise<ApiKeyStatus> {
    const hash = keyHash(bearerTokenOf(request) ?? '');
    if (hash === undefined || this.wrong.has(hash)) throw notValid();
    const bucket = this.known.get(hash);
    if (bucket) await this.checkRate(bucket, hash, request);
    const status = await (bucket ? this.findValid(hash, request) : this.firstSeen(hash, request));
    if (!status) throw notValid();
    this.uses.used(status.keyId);
    return status;
  }

  /** Logs a key that makes too many requests, once a minute. @throws ApiError 429 */
  private async checkRate(bucket: TokenBucket, hash: string, request: IncomingMessage): Promise<void> {
    const waitMs = bucket.take();
    if (waitMs === 0) return;
    if ((await this.limited.count(hash)) === 0) {
      const status = await this.statuses.find(hash, undefined);
      const address = this.addresses.addressOf(request);
      const text = `The API key ${status?.keyId ?? ''} exceeds API_REQUESTS_PER_SECOND from ${address}`;
      this.log.warn(LogRecord.from(text, { api_key: status?.keyId, address }));
    }
    throw throttled('Too many requests with this key.', Math.max(1, Math.ceil(waitMs / 1_000)));
  }

  private async firstSeen(hash: string, request: IncomingMessage): Promise<ApiKeyStatus | undefined> {
    const name = `api key ${this.addresses.addressOf(request)}`;
    const key = { name, most: this.logInSettings.failedLoginsPerMinute };
    const good = await this.failed.watch([key], () => this.findValid(hash, request), TOO_MANY_WRONG);
    if (!good) return undefined;
    const { requestsPerSecond: perSecond, requestsBurst: burst } = this.apiSettings;
    const bucket = this.known.get(hash) ?? new TokenBucket({ perSecond, burst });
    this.known.set(hash, bucket);
    await this.checkRate(bucket, hash, request);
    return good;
  }

  private async findValid(hash: string, request: IncomingMessage): Promise<ApiKeyStatus | undefined> {
    const status = await this.statuses.find(hash, onBehalfOf(request));
    if (status?.state === 'good') return status;
    if (status && !this.wrong.has(hash)) {
      const text = `The API key ${status.keyId} is ${status.state}, but still used`;
      this.log.warn(LogRecord.from(text, { api_key: status.keyId }));
    }
    this.known.delete(hash);
    this.wrong.set(hash, true);
    return undefined;
  }
}

const notValid = (): ApiError =>
  new ApiError(HttpStatus.UNAUTHORIZED, 'The API key is missing or not valid.', 'key_not_valid');

/**
 * The user that the request names, `id:` an id or `username:` a username. Without either, digits are an id, and all
 * else is a username. A username is percent-encoded if it is not ASCII.
 * @returns undefined without the header
 * @throws ApiError 400 if the header is neither
 */
function onBehalfOf({ headers }: IncomingMessage): NamedUser | undefined {
  const text = headers[ON_BEHALF_OF.toLowerCase()];
  if (text === undefined) return undefined;
  const [, kind, name = ''] = /^(id:|username:)?(.*)$/s.exec(typeof text === 'string' ? text : '') ?? [];
  const username = decoded(name);
  if (kind !== 'username:' && isId(name)) return { id: Number(name) };
  if (kind === 'id:' || username === undefined || usernameFault(username) !== undefined) {
    throw new ApiError(HttpStatus.BAD_REQUEST, `${ON_BEHALF_OF} must be the id or the username of a user.`, 'invalid');
  }
  return { username };
}

const isId = (text: string): boolean => USER_ID.test(text) && Number(text) <= LARGEST_USER_ID;

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
