/** For what is done once in a while: due at first, and again when this long has passed since it was put off. */
export class Pace {
  private dueAt = 0;

  constructor(private readonly everyMs: number) {}

  isDue(): boolean {
    return performance.now() >= this.dueAt;
  }

  putOff(): void {
    this.dueAt = performance.now() + this.everyMs;
  }
}
