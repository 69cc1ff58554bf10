import { serviceUrl } from '../../src/deployment.js';
import { reasonsIn } from '../../src/field-reasons.js';
import type { FieldReasons } from '../../src/field-reasons.js';
import { t } from '../../src/languages/translate.js';

/** The service has refused a request. */
export class Refused extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    readonly fields: FieldReasons,
    readonly retryAfter: number | undefined,
  ) {
    super(`The service answered with ${String(status)}.`);
  }
}

interface Call {
  readonly body?: object;
  /** An access token. */
  readonly token?: string;
}

/** @throws Refused, or TypeError when the service cannot be reached */
export async function send<Answer>(method: 'GET' | 'POST', path: string, { body, token }: Call = {}): Promise<Answer> {
  const response = await fetch(serviceUrl(path), {
    method,
    headers: {
      ...(body && { 'Content-Type': 'application/json' }),
      ...(token !== undefined && { Authorization: `Bearer ${token}` }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  const answer = (await response.json().catch(() => ({}))) as Answer & { readonly code?: string };
  if (response.ok) return answer;
  const retryAfter = Number(response.headers.get('Retry-After') ?? 0) || undefined;
  throw new Refused(response.status, answer.code ?? '', reasonsIn(answer), retryAfter);
}

/** Seconds. A longer wait is not told exactly. */
const LONGEST_TOLD_WAIT = 300;

/** What a person is told of an error that no field explains. */
export function failureText(error: unknown): string {
  if (!(error instanceof Refused)) return t('session.unreachable');
  const { status, retryAfter: seconds } = error;
  if (status === 429 && seconds !== undefined && seconds <= LONGEST_TOLD_WAIT) {
    return t('session.tooManyAttempts', { seconds });
  }
  return t('welcome.tryLater');
}
