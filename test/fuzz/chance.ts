import { randomFrom } from '../support/random.js';

/** Choices that are the same for the same seed. */
export class Chance {
  private readonly next: () => number;

  constructor(readonly seed: number) {
    this.next = randomFrom(seed);
  }

  /** @returns a whole number from 0 up to `limit`, without it */
  below(limit: number): number {
    return Math.floor(this.next() * limit);
  }

  pick<Item>(items: readonly Item[]): Item {
    return items[this.below(items.length)]!;
  }

  /** Once in so many times. */
  oneIn(times: number): boolean {
    return this.below(times) === 0;
  }

  /** Choices of their own for somebody who does not wait for the others. */
  branch(): Chance {
    return new Chance(this.below(2 ** 31));
  }

  /** A UUID of no version in particular. */
  uuid(): string {
    const digits = Array.from({ length: 32 }, () => this.below(16).toString(16)).join('');
    return digits.replace(/(.{8})(.{4})(.{4})(.{4})(.{12})/, '$1-$2-$3-$4-$5');
  }
}
