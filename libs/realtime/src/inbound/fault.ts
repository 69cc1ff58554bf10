/** A fault of ours, of which the asker can be told more than that it happened. */
export class Fault extends Error {
  /** @param told the beginning of a sentence, which ends with the id under which the fault stands in the log */
  constructor(
    readonly told: string,
    cause: unknown,
  ) {
    super(told, { cause });
  }
}

/**
 * What whoever asked is told of a fault of ours: nothing internal.
 * @param id the one under which the fault stands in the log
 */
export function faultTold(error: unknown, id: string): string {
  const told = error instanceof Fault ? error.told : 'Something went wrong on our side';
  return `${told} (${id}).`;
}
