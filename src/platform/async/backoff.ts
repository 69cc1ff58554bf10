const FACTOR = 2;
/** So many leave any first pause far above any longest one. More would overflow. */
const MOST_RISES = 20;

/** Exponential backoff: each pause is twice the one before, up to the longest. Both are in one unit. */
export class Backoff {
  constructor(
    private readonly first: number,
    private readonly longest: number,
  ) {}

  /** @param earlier the number of failures before the last one */
  pause(earlier: number): number {
    return Math.min(this.first * FACTOR ** Math.min(earlier, MOST_RISES), this.longest);
  }

  /** As {@link pause}, as an SQL expression with a number. @param earlier an expression with an integer */
  sql(earlier: string): string {
    const rises = `power(${String(FACTOR)}, least(${earlier}, ${String(MOST_RISES)}))`;
    return `least(${String(this.first)} * ${rises}, ${String(this.longest)})`;
  }
}

/**
 * A pause with a random part, so that what failed together is not retried together.
 * @param part the longest random part, as a part of the pause
 * @param random from 0 to 1
 */
export const spread = (pause: number, part: number, random = Math.random()): number => pause * (1 + part * random);
