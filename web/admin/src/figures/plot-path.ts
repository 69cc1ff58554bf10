export interface PlotSize {
  readonly width: number;
  readonly height: number;
}

/** The values of a plot between its lower and its upper edge. */
export interface PlotRange {
  readonly least: number;
  readonly most: number;
}

type Series = readonly (number | null)[];

const known = (values: Series): readonly number[] => values.filter((value) => value !== null);

/** From zero to the greatest value; one above it if all are zero. */
export function rangeOf(values: Series): PlotRange {
  const most = Math.max(0, ...known(values));
  return { least: 0, most: most === 0 ? 1 : most };
}

const round = (value: number): string => String(Math.round(value * 10) / 10);

/**
 * The path of a plot. Values that are not known are gaps, and a value alone between gaps is a short line.
 * @param size of the area of the plot, whose upper edge is 0
 */
export function plotPath(values: Series, { width, height }: PlotSize, { least, most }: PlotRange): string {
  const step = values.length > 1 ? width / (values.length - 1) : 0;
  const pieces: string[] = [];
  let isDrawing = false;
  for (const [at, value] of values.entries()) {
    if (value !== null) {
      const point = `${round(at * step)} ${round(height - ((value - least) / (most - least)) * height)}`;
      pieces.push(isDrawing ? `L${point}` : `M${point}h0.1`);
    }
    isDrawing = value !== null;
  }
  return pieces.join('');
}

export interface Minute {
  /** The time of its first value. */
  readonly at: string;
  /** The mean of the known values; null: there is none. */
  readonly mean: number | null;
}

/** The values of a series by minutes, the newest first. */
export function byMinutes(values: Series, from: string, stepSeconds: number): readonly Minute[] {
  const size = Math.max(1, Math.round(60 / stepSeconds));
  const minutes: Minute[] = [];
  for (let at = 0; at < values.length; at += size) {
    const part = known(values.slice(at, at + size));
    const mean = part.length === 0 ? null : part.reduce((sum, value) => sum + value, 0) / part.length;
    minutes.push({ at: new Date(Date.parse(from) + at * stepSeconds * 1_000).toISOString(), mean });
  }
  return minutes.toReversed();
}

/** The last known value of a series; null: there is none. */
export const lastOf = (values: Series): number | null => known(values).at(-1) ?? null;
