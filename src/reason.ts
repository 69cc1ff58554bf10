/**
 * What was thrown, or the first of what was thrown together: where a name has several addresses, as `localhost` has, Node
 * throws one error for all of them, which has no words of its own.
 */
export function firstOf(thrown: unknown): unknown {
  return thrown instanceof AggregateError && thrown.errors.length > 0 ? firstOf(thrown.errors[0]) : thrown;
}

/** Why something failed, in the words of whoever threw it. */
export function reasonOf(thrown: unknown): string {
  const first = firstOf(thrown);
  return first instanceof Error ? first.message : String(first);
}
