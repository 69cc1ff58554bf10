/** The structured fields of a record: ids, names and numbers, each a single value. */
export type Fields = Readonly<Record<string, string | number | boolean | undefined>>;

/** A message for Nest's `Logger` with structured fields. */
export class LogRecord {
  /** The lines of the stack trace, without the message. */
  readonly stack: string | undefined;

  private constructor(
    readonly text: string,
    readonly fields: Fields,
    thrown?: unknown,
  ) {
    this.stack = thrown instanceof Error ? traceOf(thrown.stack) : undefined;
  }

  static from(text: string, fields: Fields = {}): LogRecord {
    return new LogRecord(text, fields);
  }

  /**
   * A record of an error: its name, message and stack trace, without other properties, such as the parameters of a
   * statement.
   * @param before the beginning of the text
   */
  static fromError(thrown: unknown, fields: Fields = {}, before?: string): LogRecord {
    const message = thrown instanceof Error ? String(firstOf(thrown)) : `Thrown: ${typeof thrown}`;
    return new LogRecord(before === undefined ? message : `${before}: ${message}`, fields, thrown);
  }
}

/** The lines of a stack trace without the message. */
export function traceOf(stack = ''): string | undefined {
  const at = stack.search(/^ {4}at /m);
  return at < 0 ? undefined : stack.slice(at);
}

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
