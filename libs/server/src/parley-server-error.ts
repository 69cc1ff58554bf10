/** A refused request, or one that was not answered. */
export class ParleyServerError extends Error {
  override readonly name = 'ParleyServerError';

  constructor(
    /** The HTTP status; 0: there was no answer. */
    readonly status: number,
    /** For programs: `conflict`, `scope_missing`, `throttled`, …; `invalid` with reasons by field; `offline`: no answer. */
    readonly code: string,
    /** A sentence, or the reasons by the names of fields. */
    readonly detail: unknown,
    /** The seconds after which the service asks to repeat the request. */
    readonly retryAfter?: number,
    options?: ErrorOptions,
  ) {
    super(`${status === 0 ? '' : `${String(status)} `}${code}: ${textOf(detail)}`, options);
  }

  /** @param body the answer, as text */
  static of({ status, headers }: Response, body: string): ParleyServerError {
    const { code, detail } = refusalIn(body);
    return new ParleyServerError(status, code, detail, secondsOf(headers.get('retry-after')));
  }
}

/** Events answer with a frame, other routes with its error alone, or with reasons by field. */
function refusalIn(body: string): { code: string; detail: unknown } {
  const parsed = parsedOr(body);
  const error = fieldsOf(fieldsOf(parsed)?.error) ?? fieldsOf(parsed);
  if (!error) return { code: 'unknown', detail: parsed };
  const { code, detail = error } = error;
  return { code: typeof code === 'string' || typeof code === 'number' ? String(code) : 'invalid', detail };
}

/** A proxy may answer with a page. */
function parsedOr(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

const fieldsOf = (value: unknown): Readonly<Record<string, unknown>> | undefined =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined;

const textOf = (detail: unknown): string => (typeof detail === 'string' ? detail : JSON.stringify(detail));

/** @param value of `Retry-After`: seconds, or a date */
export function secondsOf(value: string | null): number | undefined {
  if (value === null || value === '') return undefined;
  const seconds = /^\d+$/.test(value) ? Number(value) : (Date.parse(value) - Date.now()) / 1_000;
  return Number.isNaN(seconds) ? undefined : Math.max(0, seconds);
}
