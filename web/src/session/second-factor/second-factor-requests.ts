import { serviceUrl } from '../../deployment.js';
import { t } from '../../languages/translate.js';
import { accountRequest } from '../account-request.js';
import { withProof } from '../reauthentication/reauthentication.js';

export interface Enrolment {
  readonly secret: string;
  readonly uri: string;
}

export interface SecondFactorState {
  readonly enabled: boolean;
  readonly recovery_codes: number;
}

/** How a second factor is enrolled: of a logged-in user, or of one who needs it to log in. */
export interface EnrolmentRequests {
  readonly begin: () => Promise<Enrolment>;
  /** @returns the recovery codes */
  readonly confirm: (code: string) => Promise<readonly string[]>;
}

/** A refusal, whose message is shown to the user. */
class CodeRefused extends Error {}

/** The text for an error of a request. */
export const codeErrorText = (error: unknown): string =>
  error instanceof CodeRefused ? error.message : t('session.unreachable');

async function answerOf<Body>(response: Response | null): Promise<Body> {
  if (!response) throw new CodeRefused(t('session.expired'));
  const seconds = Number(response.headers.get('Retry-After') ?? 60);
  if (response.status === 429) throw new CodeRefused(t('session.tooManyAttempts', { seconds }));
  if (response.status === 204) return undefined as Body;
  const body = (await response.json()) as Body & { readonly code?: string };
  if (response.ok) return body;
  if (body.code === 'reauthentication_required') throw new CodeRefused(t('session.proveByPassword'));
  throw new CodeRefused(body.code === 'ticket_not_valid' ? t('session.expired') : t('session.codeWrong'));
}

const OWN = 'api/users/me/second-factor/';

export const secondFactorState = async (): Promise<SecondFactorState> => answerOf(await accountRequest('GET', OWN));

export const removeSecondFactor = async (code: string): Promise<void> =>
  answerOf(await accountRequest('DELETE', OWN, { code }));

export const ownEnrolment: EnrolmentRequests = {
  begin: async () => answerOf(await withProof(() => accountRequest('POST', OWN, {}))),
  confirm: async (code) =>
    (await answerOf<{ recovery_codes: string[] }>(await accountRequest('POST', `${OWN}confirm/`, { code })))
      .recovery_codes,
};

const post = (path: string, body: object): Promise<Response> =>
  fetch(serviceUrl(path), {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });

/**
 * The enrolment that a log-in requires.
 * @param onTicket receives the ticket that continues the log-in
 */
export const requiredEnrolment = (ticket: string, onTicket: (next: string) => void): EnrolmentRequests => ({
  begin: async () => answerOf(await post('api/token/enrolment/', { ticket })),
  confirm: async (code) => {
    const answer = await answerOf<{ recovery_codes: string[]; ticket: string }>(
      await post('api/token/enrolment/confirm/', { ticket, code }),
    );
    onTicket(answer.ticket);
    return answer.recovery_codes;
  },
});

async function accessBy(path: string, ticket: string, code: string | undefined): Promise<string> {
  const body = code === undefined ? { ticket } : { ticket, code };
  return (await answerOf<{ access: string }>(await post(path, body))).access;
}

/** @returns an access token */
export const continueSession = (ticket: string, code?: string): Promise<string> =>
  accessBy('api/web/session/continue', ticket, code);

/** Without a cookie. @returns an access token */
export const continueToken = (ticket: string, code?: string): Promise<string> =>
  accessBy('api/token/second-factor/', ticket, code);
