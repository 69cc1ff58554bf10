import { serviceUrl } from '../deployment.js';

/** The step that a log-in requires after the password. */
export interface NextStep {
  readonly code: 'second_factor_required' | 'second_factor_enrolment_required';
  readonly ticket: string;
}

/** The service has refused a request about the log-in. */
export class SessionRequestError extends Error {
  /** @param retryAfter seconds */
  constructor(
    readonly status: number,
    readonly retryAfter?: number | undefined,
    readonly step?: NextStep | undefined,
  ) {
    super(`The service answered with ${String(status)}.`);
  }
}

/** The browser adds and stores the cookie with the refresh token, which no script can read. */
async function request(method: string, body: object, path = 'api/web/session/'): Promise<Response> {
  const response = await fetch(serviceUrl(path), {
    method,
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (response.ok) return response;
  const retryAfter = Number(response.headers.get('Retry-After') ?? 0) || undefined;
  const step = (await response.json().catch(() => ({}))) as Partial<NextStep>;
  throw new SessionRequestError(
    response.status,
    retryAfter,
    step.ticket === undefined ? undefined : (step as NextStep),
  );
}

async function accessOf(response: Promise<Response>): Promise<string> {
  return ((await (await response).json()) as { access: string }).access;
}

/**
 * @returns an access token
 * @throws SessionRequestError, or TypeError when the service cannot be reached; the functions below throw the same
 */
export const beginSession = (username: string, password: string): Promise<string> =>
  accessOf(request('POST', { username, password }));

/** Without a cookie, where no page of the service keeps a log-in. */
export const tokenByPassword = (username: string, password: string): Promise<string> =>
  accessOf(request('POST', { username, password }, 'api/token/'));

/** @returns another access token */
export const refreshSession = (): Promise<string> => accessOf(request('PUT', {}));

export const endSession = async (): Promise<void> => {
  await request('DELETE', {});
};
