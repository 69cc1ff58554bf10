/** Milliseconds; null without a measurement. */
export interface Latency {
  readonly p50: number | null;
  readonly p99: number | null;
  readonly max: number | null;
}

/** @param milliseconds in any order */
export function latencyOf(milliseconds: readonly number[]): Latency {
  const sorted = Float64Array.from(milliseconds).sort();
  const at = (share: number): number | null => {
    const value = sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)];
    return value === undefined ? null : Math.round(value * 10) / 10;
  };
  return { p50: at(0.5), p99: at(0.99), max: at(1) };
}
