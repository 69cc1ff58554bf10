import type { Server } from 'node:http';

/** A peer for which bytes wait and that takes none of them. */
interface Stall {
  readonly taken: number;
  /** The number of rounds in which no byte was taken. */
  readonly rounds: number;
}

/**
 * Finds peers that take no byte of what waits for them. All peers are compared together, in rounds: one for which
 * nothing waits costs one comparison a round, and has no timer. Bytes that a peer sends do not count: Node's own
 * timeout of a socket starts again with every byte that is read from it.
 *
 * Rounds are counted, and not seconds: the time for which a process was suspended is not the fault of a peer.
 */
export class StallRounds<Peer> {
  /** The number of rounds without a byte after which a peer has stalled. */
  static readonly COUNT = 10;

  private stalls = new Map<Peer, Stall>();

  /** @param takenOf the bytes that the kernel has taken for a peer; undefined: none wait */
  constructor(private readonly takenOf: (peer: Peer) => number | undefined) {}

  /** The time between two rounds. A stalled peer is found one round late at most. */
  static everyMs(stalledSeconds: number): number {
    return (stalledSeconds * 1_000) / StallRounds.COUNT;
  }

  /** Makes rounds until the server closes. @param end ends a peer that has stalled */
  untilClosed(server: Server, stalledSeconds: number, peers: () => Iterable<Peer>, end: (peer: Peer) => void): void {
    const timer = setInterval(() => {
      for (const peer of this.next(peers())) end(peer);
    }, StallRounds.everyMs(stalledSeconds)).unref();
    server.once('close', () => clearInterval(timer));
  }

  /** Makes one round. @returns the peers that have stalled */
  next(peers: Iterable<Peer>): Peer[] {
    const stalls = new Map<Peer, Stall>();
    const stalled: Peer[] = [];
    for (const peer of peers) {
      const taken = this.takenOf(peer);
      if (taken === undefined) continue;
      const before = this.stalls.get(peer);
      const rounds = before?.taken === taken ? before.rounds + 1 : 0;
      if (rounds < StallRounds.COUNT) stalls.set(peer, { taken, rounds });
      else stalled.push(peer);
    }
    this.stalls = stalls;
    return stalled;
  }
}
