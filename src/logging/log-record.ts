import { firstOf } from '../reason.js';

/** What a record says beside its sentence, for programs: ids, names and figures, each of them one value. */
export type Fields = Readonly<Record<string, string | number | boolean | undefined>>;

/** Handed to Nest's `Logger` in place of a text, where there is more to say than a sentence. */
export class LogRecord {
  /** The lines of a trace that follow what was thrown. */
  readonly stack: string | undefined;

  private constructor(
    readonly text: string,
    readonly fields: Fields,
    thrown?: unknown,
  ) {
    this.stack = thrown instanceof Error ? traceOf(thrown.stack) : undefined;
  }

  static of(text: string, fields: Fields = {}): LogRecord {
    return new LogRecord(text, fields);
  }

  /**
   * Of what was thrown: its name, its message, and where it came from. Nothing else that it carries, such as the parameters
   * of a statement.
   * @param before what the sentence begins with
   */
  static ofThrown(thrown: unknown, fields: Fields = {}, before?: string): LogRecord {
    const told = thrown instanceof Error ? String(firstOf(thrown)) : `Thrown: ${typeof thrown}`;
    return new LogRecord(before === undefined ? told : `${before}: ${told}`, fields, thrown);
  }
}

/** The lines of a stack that say where, without its head. */
export function traceOf(stack = ''): string | undefined {
  const at = stack.search(/^ {4}at /m);
  return at < 0 ? undefined : stack.slice(at);
}
