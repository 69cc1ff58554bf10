/** A fault of the service of which the requester may know more than that it occurred. */
export class InternalFault extends Error {
  /** @param summary the beginning of a sentence; the id of the fault in the log completes it */
  constructor(
    readonly summary: string,
    cause: unknown,
  ) {
    super(summary, { cause });
  }
}

/**
 * The text of an error answer for a fault of the service. It contains nothing internal.
 * @param id the id of the fault in the log
 */
export function describeFault(error: unknown, id: string): string {
  const summary = error instanceof InternalFault ? error.summary : 'Something went wrong on our side';
  return `${summary} (${id}).`;
}
