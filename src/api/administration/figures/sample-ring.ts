import type { Figures } from './figures.js';

export const STEP_SECONDS = 10;
export const STEP_MS = STEP_SECONDS * 1_000;
/** The steps of an hour. */
export const STEPS = 360;

/** The step that is nearest to a time, numbered since 1970. @param at milliseconds since 1970 */
export const stepAt = (at: number): number => Math.round(at / STEP_MS);

/** The samples of one node of the last hour, one a step. */
export class SampleRing {
  private readonly samples = new Array<{ readonly step: number; readonly figures: Figures } | undefined>(STEPS);

  /** Replaces a sample of the same step. One that is older than an hour is ignored. */
  add(step: number, figures: Figures): void {
    const known = this.samples[step % STEPS];
    if (!known || known.step <= step) this.samples[step % STEPS] = { step, figures };
  }

  at(step: number): Figures | undefined {
    const known = this.samples[step % STEPS];
    return known?.step === step ? known.figures : undefined;
  }

  /** The first of these steps with a sample. */
  firstSince(step: number, last: number): number | undefined {
    for (let each = step; each <= last; each += 1) if (this.at(each)) return each;
    return undefined;
  }
}
