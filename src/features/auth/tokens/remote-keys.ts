import { createRemoteJWKSet, customFetch, errors } from 'jose';
import type { FetchImplementation, JWTVerifyGetKey } from 'jose';

const TIMEOUT_MS = 5_000;
/** By default, the key set is requested at most once in this time, whatever the tokens and the answers are. */
const FLOOR_MS = 30_000;
/** The same while there is no key set at all. */
const FLOOR_WITHOUT_KEYS_MS = 2_000;
/** A key that the issuer has withdrawn stays valid here for at most this time. */
const FRESH_MS = 600_000;

interface Options {
  /** Called with the error of a failed fetch. */
  readonly failed: (error: unknown) => void;
  /** Milliseconds of a monotonic clock. */
  readonly now?: () => number;
  /** The shortest time between two fetches. */
  readonly floorMs?: number;
  readonly fetch?: FetchImplementation;
}

type Find = (...given: Parameters<JWTVerifyGetKey>) => ReturnType<ReturnType<typeof createRemoteJWKSet>>;

/**
 * The public keys of an issuer, fetched from the address where it publishes them. A token with an unknown key triggers
 * a new fetch, so that a new key is valid at once without a restart. The rate of fetches is limited, because any client
 * can name an unknown key. While the issuer is unavailable, the known keys stay valid.
 */
export class RemoteKeys {
  /** Fetches only on request, never by itself once it has keys. */
  private readonly keys: ReturnType<typeof createRemoteJWKSet>;
  private triedAt = -Infinity;
  private fetchedAt = -Infinity;
  private fetching: Promise<boolean> | undefined;

  private readonly failed: (error: unknown) => void;
  private readonly now: () => number;
  private readonly floorMs: number;

  constructor(url: string, { failed, now = () => performance.now(), floorMs = FLOOR_MS, fetch }: Options) {
    [this.failed, this.now, this.floorMs] = [failed, now, floorMs];
    this.keys = createRemoteJWKSet(new URL(url), {
      timeoutDuration: TIMEOUT_MS,
      cooldownDuration: Infinity,
      cacheMaxAge: Infinity,
      ...(fetch && { [customFetch]: fetch }),
    });
  }

  /** @throws JOSEError if there is no such key */
  readonly find: Find = async (header, token) => {
    if (this.now() - this.fetchedAt >= FRESH_MS) await this.fetch();
    if (this.fetchedAt === -Infinity) throw new errors.JWKSNoMatchingKey();
    try {
      return await this.keys(header, token);
    } catch (error) {
      if (!(error instanceof errors.JWKSNoMatchingKey) || !(await this.fetch())) throw error;
      return this.keys(header, token);
    }
  };

  /** @returns whether a new set was fetched; concurrent callers share one fetch */
  private fetch(): Promise<boolean> {
    const floor = this.fetchedAt === -Infinity ? FLOOR_WITHOUT_KEYS_MS : this.floorMs;
    if (this.fetching) return this.fetching;
    if (this.now() - this.triedAt < floor) return Promise.resolve(false);
    this.triedAt = this.now();
    this.fetching = this.attempt().finally(() => {
      this.fetching = undefined;
    });
    return this.fetching;
  }

  private async attempt(): Promise<boolean> {
    try {
      await this.keys.reload();
      this.fetchedAt = this.now();
      return true;
    } catch (error) {
      this.failed(error);
      return false;
    }
  }
}
