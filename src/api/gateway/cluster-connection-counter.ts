import type { SharedRedis } from '../../platform/redis/shared-redis.js';

/** A node that has not renewed its lease for this long is dead, and its sockets no longer count. */
const LEASE_MS = 6_000;

/** The connections of one user on a node. */
export interface UserConnections {
  readonly userId: number;
  /** Sockets that are open on this node. */
  readonly open: number;
  /** The number of pending handshakes. */
  readonly requested: number;
}

interface SyncResult {
  /** Whether Redis still had the counts of this node. */
  readonly wasKnown: boolean;
  /** For each user, in the order of the request: the number of admitted handshakes. */
  readonly admitted: readonly number[];
}

/**
 * Each node has a hash with the number of sockets of each of its users. All nodes share one sorted set with the end of
 * each node's lease, by the clock of Redis. A count replaces the earlier count of the node, so that sums cannot drift.
 * When a node dies, all its counts expire together.
 *
 * KEYS: the set of nodes, the hash of this node.
 * ARGV: this node, the prefix of the hashes, the lease, the limit; for each user: id, open, asking.
 */
const SYNC = `
local nodes, mine = KEYS[1], KEYS[2]
local me, prefix, lease, most = ARGV[1], ARGV[2], tonumber(ARGV[3]), tonumber(ARGV[4])
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
redis.call('ZREMRANGEBYSCORE', nodes, '-inf', now)
local isNew = redis.call('ZADD', nodes, now + lease, me)
if isNew == 1 then redis.call('DEL', mine) end
local others = {}
for _, node in ipairs(redis.call('ZRANGE', nodes, 0, -1)) do
  if node ~= me then others[#others + 1] = prefix .. node end
end
local admitted = {}
for at = 5, #ARGV, 3 do
  local user, open, asking = ARGV[at], tonumber(ARGV[at + 1]), tonumber(ARGV[at + 2])
  local elsewhere = 0
  if asking > 0 then
    for _, other in ipairs(others) do elsewhere = elsewhere + (redis.call('HGET', other, user) or 0) end
  end
  local more = math.max(0, math.min(asking, most - open - elsewhere))
  if open + more > 0 then redis.call('HSET', mine, user, open + more) else redis.call('HDEL', mine, user) end
  admitted[#admitted + 1] = more
end
redis.call('PEXPIRE', mine, lease)
redis.call('PEXPIRE', nodes, lease)
return {1 - isNew, admitted}
`;

const RELEASE = `
redis.call('ZREM', KEYS[1], ARGV[1])
return redis.call('DEL', KEYS[2])
`;

/** The number of sockets of each user on all nodes, counted in Redis. */
export class ClusterConnectionCounter {
  private readonly prefix: string;
  private readonly keys: string[];

  constructor(
    private readonly redis: SharedRedis,
    private readonly nodeId: string,
    private readonly most: number,
  ) {
    this.prefix = redis.key('connections', '');
    this.keys = [redis.key('connections'), this.prefix + nodeId];
  }

  /**
   * Writes counts of users, renews the lease of this node, and admits handshakes within the limit, in one step.
   * @throws RedisAway
   */
  async sync(users: readonly UserConnections[]): Promise<SyncResult> {
    const counts = users.flatMap(({ userId, open, requested }) => [userId, open, requested]);
    const given = [this.nodeId, this.prefix, LEASE_MS, this.most, ...counts].map(String);
    const answer = await this.redis.eval(SYNC, { keys: this.keys, arguments: given });
    const [wasKnown, admitted] = answer as [number, number[]];
    return { wasKnown: wasKnown === 1, admitted };
  }

  /**
   * Removes this node and all its counts.
   * @throws RedisAway
   */
  async release(): Promise<void> {
    await this.redis.eval(RELEASE, { keys: this.keys, arguments: [this.nodeId] });
  }
}
