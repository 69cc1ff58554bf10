/**
 * Returns the error, or the first one of an aggregate error: if a name has several addresses, like `localhost`, Node
 * throws one error for all of them, which has no message.
 */
export function firstOf(thrown: unknown): unknown {
  return thrown instanceof AggregateError && thrown.errors.length > 0 ? firstOf(thrown.errors[0]) : thrown;
}

/** The reason of a failure: the message of the error. */
export function reasonOf(thrown: unknown): string {
  const first = firstOf(thrown);
  return first instanceof Error ? first.message : String(first);
}
