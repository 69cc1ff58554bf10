import type { Logger } from '@nestjs/common';

/** Something that is well, or is not: the log has one line for the beginning of an outage and one for its end. */
export class Outage {
  private lasts = false;

  constructor(
    private readonly log: Logger,
    private readonly ended: string,
  ) {}

  /** @param reason why it is not well, in a sentence; undefined: it is */
  is(reason: string | undefined): void {
    if (reason !== undefined && !this.lasts) this.log.warn(reason);
    if (reason === undefined && this.lasts) this.log.log(this.ended);
    this.lasts = reason !== undefined;
  }
}
