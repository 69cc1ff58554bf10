import { randomFrom } from '../support/random.js';

/** Pseudo-random choices: the same seed makes the same choices. */
export class Chance {
  private readonly next: () => number;

  constructor(readonly seed: number) {
    this.next = randomFrom(seed);
  }

  /** @returns an integer from 0 to `limit`, exclusive */
  below(limit: number): number {
    return Math.floor(this.next() * limit);
  }

  pick<Item>(items: readonly Item[]): Item {
    return items[this.below(items.length)]!;
  }

  /** True with probability 1 / `times`. */
  oneIn(times: number): boolean {
    return this.below(times) === 0;
  }

  /** An independent source of choices for a concurrent user. */
  branch(): Chance {
    return new Chance(this.below(2 ** 31));
  }

  /** A UUID of any version. */
  uuid(): string {
    const digits = Array.from({ length: 32 }, () => this.below(16).toString(16)).join('');
    return digits.replace(/(.{8})(.{4})(.{4})(.{4})(.{12})/, '$1-$2-$3-$4-$5');
  }
}
