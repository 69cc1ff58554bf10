import type { Logger } from '@nestjs/common';

/** Logs one line at the beginning of an outage and one at its end. */
export class Outage {
  private lasts = false;

  constructor(
    private readonly log: Logger,
    private readonly ended: string,
  ) {}

  /** @param reason the log line of the outage; undefined: there is none */
  is(reason: string | undefined): void {
    if (reason !== undefined && !this.lasts) this.log.warn(reason);
    if (reason === undefined && this.lasts) this.log.log(this.ended);
    this.lasts = reason !== undefined;
  }
}
