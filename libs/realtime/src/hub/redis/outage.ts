/** Whether Redis is lost. Logs one sentence when it is lost, and one when it is back; nothing before the start. */
export class Outage {
  private isLost = false;
  private hasStarted = false;

  /** @param sentence what is logged, before the reason */
  constructor(
    private readonly log: (sentence: string) => void,
    private readonly sentence = 'Redis is unreachable, and this node runs alone',
  ) {}

  started(): void {
    this.hasStarted = true;
    this.isLost = false;
  }

  begin(reason: unknown): void {
    if (!this.isLost && this.hasStarted) this.log(`${this.sentence}: ${reasonOf(reason)}`);
    this.isLost = true;
  }

  end(): void {
    if (this.isLost && this.hasStarted) this.log('Redis is back');
    this.isLost = false;
  }
}

/** For a name with several addresses Node throws one error without a message: the first reason is used. */
function reasonOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return reasonOf(error.errors[0]);
  return error instanceof Error ? error.message : String(error);
}
