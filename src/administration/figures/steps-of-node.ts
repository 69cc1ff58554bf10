/**
 * The steps of this node that belong to those of another node. Clocks may differ: each sample gets a step of its own,
 * which is at most one beside that of its arrival.
 */
export class StepsOfNode {
  private difference = 0;

  /** @param step by the clock of the other node @param now the step of the arrival, by the clock of this node */
  here(step: number, now: number): number {
    if (Math.abs(step + this.difference - now) > 1) this.difference = now - step;
    return step + this.difference;
  }
}
