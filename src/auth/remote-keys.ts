import { createRemoteJWKSet, errors } from 'jose';
import type { JWTVerifyGetKey } from 'jose';

/** An answer that takes longer is none. */
const PATIENCE_MS = 5_000;
/** The key set is asked for at most once in this time, whatever tokens come and however the issuer answers. */
const FLOOR_MS = 30_000;
/** While there is no key set at all, it is asked for this often. */
const FLOOR_WITHOUT_KEYS_MS = 2_000;
/** A key that the issuer has withdrawn is good here for this much longer. */
const FRESH_MS = 600_000;

type Find = (...given: Parameters<JWTVerifyGetKey>) => ReturnType<ReturnType<typeof createRemoteJWKSet>>;

/**
 * The public keys of an issuer, at the address where it publishes them. A token by a key that is not known has the set
 * fetched again, so that a new key of the issuer is good at once and nothing here needs a restart; as anybody can name a
 * key that does not exist, there is a floor to that. While the issuer is away, the keys that are known go on being good.
 */
export class RemoteKeys {
  /** It fetches when it is told to, and never by itself once it has keys. */
  private readonly keys: ReturnType<typeof createRemoteJWKSet>;
  private triedAt = -Infinity;
  private fetchedAt = -Infinity;
  private fetching: Promise<boolean> | undefined;

  /**
   * @param failed told of a key set that cannot be had
   * @param now milliseconds, of a clock that never goes back
   */
  constructor(
    url: string,
    private readonly failed: (error: unknown) => void,
    private readonly now = (): number => performance.now(),
  ) {
    this.keys = createRemoteJWKSet(new URL(url), {
      timeoutDuration: PATIENCE_MS,
      cooldownDuration: Infinity,
      cacheMaxAge: Infinity,
    });
  }

  /** @throws JOSEError where there is no such key */
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

  /** @returns whether there is a set that was not there before; all who ask meanwhile share one fetch */
  private fetch(): Promise<boolean> {
    const floor = this.fetchedAt === -Infinity ? FLOOR_WITHOUT_KEYS_MS : FLOOR_MS;
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
