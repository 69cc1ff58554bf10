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
