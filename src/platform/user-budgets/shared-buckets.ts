import type { BucketSize } from '../http/rate-limits.js';
import { TokenBucket } from '../http/rate-limits.js';
import type { SharedRedis } from '../redis/shared-redis.js';

/** The bucket of one user on this node. */
interface LocalBucket {
  readonly bucket: TokenBucket;
  /** The milliseconds of debt that this node has added and Redis does not have yet. */
  unreported: number;
}

/** A node reports a user when it has taken this share of the bucket. */
const REPORTED_SHARE = 1 / 20;
/** The maximum number of users in one step. */
const MOST_REPORTED = 500;

/**
 * The debt of a bucket is the time until it is full, so it can be the time to live of a key: it passes by itself, and
 * no clocks are compared.
 *
 * KEYS: the buckets. ARGV: for each, the added debt in milliseconds. Returns the debts.
 */
const ADD_DEBTS = `
local debts = {}
for at, key in ipairs(KEYS) do
  debts[at] = math.max(0, redis.call('PTTL', key)) + tonumber(ARGV[at])
  redis.call('SET', key, '', 'PX', string.format('%.0f', math.max(1, debts[at])))
end
return debts
`;

/**
 * A bucket of tokens for each user, common to all nodes. A node decides by its own bucket, without a round trip. It
 * adds what it has taken to the common debt of the user, and continues with that. Until then, a user may take the burst
 * on each node once; the common debt is paid back before the user may take more.
 *
 * Without Redis, and while it is unavailable, each node counts by itself.
 */
export class SharedBuckets {
  private readonly users = new Map<number, LocalBucket>();
  /** Users that this node must report. */
  private readonly due = new Set<number>();
  private readonly reportedMs: number;

  /** @param name a word for the keys of these buckets */
  constructor(
    private readonly name: string,
    private readonly size: BucketSize,
    private readonly redis: SharedRedis,
  ) {
    this.reportedMs = (size.burst * REPORTED_SHARE * 1_000) / size.perSecond;
  }

  /** The number of users whose bucket is not full, or was not a short time ago. */
  get count(): number {
    return this.users.size;
  }

  /**
   * Takes tokens of a user, all or none.
   * @param now in milliseconds of a monotonic clock
   * @returns 0 if they were taken, else the milliseconds until they can be
   */
  take(userId: number, tokens: number, now = performance.now()): number {
    const local = this.localOf(userId);
    const wait = local.bucket.take(now, tokens);
    if (wait === 0) this.hasTaken(userId, local, tokens);
    return wait;
  }

  /**
   * Takes tokens of a user, even if there are fewer.
   * @returns the milliseconds until none are missing
   */
  overdraw(userId: number, tokens: number, now = performance.now()): number {
    const local = this.localOf(userId);
    const { bucket } = local;
    bucket.owe(bucket.debt(now) + bucket.msOf(tokens), now);
    this.hasTaken(userId, local, tokens);
    return bucket.take(now, 0);
  }

  /** Reports what this node has taken of some users, and learns what other nodes have taken of them. */
  async exchange(): Promise<void> {
    if (this.due.size === 0 || !this.redis.isReady) return;
    const reports = [...this.due].slice(0, MOST_REPORTED).map((userId) => this.report(userId));
    try {
      const keys = reports.map(({ userId }) => this.redis.key(this.name, String(userId)));
      const added = reports.map(({ debt }) => String(Math.ceil(debt)));
      const debts = (await this.redis.eval(ADD_DEBTS, { keys, arguments: added })) as number[];
      reports.forEach(({ local }, at) => local.bucket.owe((debts[at] ?? 0) + local.unreported));
    } catch {
      for (const { local, debt } of reports) local.unreported += debt;
    }
  }

  /** Forgets full buckets, and reports the rest, however little was taken. */
  sweep(now = performance.now()): void {
    for (const [userId, { bucket, unreported }] of this.users) {
      if (unreported > 0 && this.redis.isReady) this.due.add(userId);
      else if (bucket.debt(now) === 0) this.users.delete(userId);
    }
  }

  private localOf(userId: number): LocalBucket {
    let local = this.users.get(userId);
    if (!local) this.users.set(userId, (local = { bucket: new TokenBucket(this.size), unreported: 0 }));
    return local;
  }

  private hasTaken(userId: number, local: LocalBucket, tokens: number): void {
    local.unreported += local.bucket.msOf(tokens);
    if (local.unreported >= this.reportedMs) this.due.add(userId);
  }

  private report(userId: number): { userId: number; local: LocalBucket; debt: number } {
    this.due.delete(userId);
    const local = this.localOf(userId);
    const debt = local.unreported;
    local.unreported = 0;
    return { userId, local, debt };
  }
}
