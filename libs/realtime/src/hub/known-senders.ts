const BITS = 32;
/** The words of one window: a packet may be overtaken by 2,016 others, a word less than the window. */
const WORDS = 64;
/** Far more processes than publish within a minute. */
const MOST_SENDERS = 10_000;

/**
 * The counts of one sender that were seen, of the newest ones: a ring of bits, as in RFC 6479. Counts may arrive in any
 * order, and each is accepted once; one that is too old to be known is not accepted.
 */
export class ReplayWindow {
  private readonly words = new Uint32Array(WORDS);
  private newestWord = -1;

  /** @param count an integer from 0 on. @returns whether it was not seen before */
  accept(count: number): boolean {
    const word = Math.floor(count / BITS);
    if (word <= this.newestWord - WORDS) return false;
    for (let each = Math.max(this.newestWord + 1, word - WORDS + 1); each <= word; each += 1)
      this.words[each % WORDS] = 0;
    this.newestWord = Math.max(this.newestWord, word);
    const bit = 1 << (count % BITS);
    const seen = this.words[word % WORDS] ?? 0;
    this.words[word % WORDS] = seen | bit;
    return (seen & bit) === 0;
  }
}

interface Sender {
  readonly window: ReplayWindow;
  seenAt: number;
}

/**
 * The senders of valid packets, each with the counts that were seen. Only a sender with the secret is remembered, and
 * only for as long as one of its packets could be repeated within its time: memory is bounded.
 */
export class KnownSenders {
  private readonly senders = new Map<string, Sender>();

  /**
   * @param rememberedMs the time after its last packet for which a sender is remembered
   * @param most senders beyond this many are not accepted
   */
  constructor(
    private readonly rememberedMs: number,
    private readonly most = MOST_SENDERS,
  ) {}

  /**
   * @param epoch identifies one run of a process
   * @param now milliseconds since 1970
   * @returns whether the packet was not received before
   */
  accept(epoch: string, count: number, now: number): boolean {
    const sender = this.senders.get(epoch) ?? this.remember(epoch, now);
    if (!sender) return false;
    sender.seenAt = Math.max(sender.seenAt, now);
    return sender.window.accept(count);
  }

  private remember(epoch: string, now: number): Sender | undefined {
    for (const [other, { seenAt }] of this.senders) if (seenAt + this.rememberedMs < now) this.senders.delete(other);
    if (this.senders.size >= this.most) return undefined;
    const sender = { window: new ReplayWindow(), seenAt: now };
    this.senders.set(epoch, sender);
    return sender;
  }
}
