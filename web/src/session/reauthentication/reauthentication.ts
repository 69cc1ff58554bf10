import { t } from '../../languages/translate.js';
import { accountRequest } from '../account-request.js';
import { proofQuestion } from './proof-question.js';

function askForProof(): Promise<boolean> {
  proofQuestion.peek()?.(false);
  return new Promise((resolve) => {
    proofQuestion.value = (isProven = false) => {
      proofQuestion.value = null;
      resolve(isProven);
    };
  });
}

/** Refusals that end once the log-in is proven again. */
const REASONS = ['reauthentication_required', 'second_factor_required'];

const asksForProof = async (response: Response): Promise<boolean> => {
  if (response.status !== 403) return false;
  const body = (await response.clone().json()) as { readonly code?: string };
  return body.code !== undefined && REASONS.includes(body.code);
};

/**
 * Sends a request, and once again after the user has given the password or a code, if the service asks for a proof.
 * @returns the refusal if the user gives none
 */
export async function withProof<Answer extends Response | null>(send: () => Promise<Answer>): Promise<Answer> {
  const response = await send();
  if (!response || !(await asksForProof(response)) || !(await askForProof())) return response;
  return send();
}

/** The page of the administration has no client library. */
const detailOf = (thrown: unknown): string => String((thrown as { readonly detail?: unknown } | undefined)?.detail);

/** As {@link withProof}, for an action of the client library. @throws what the action throws if the user gives none */
export async function withProofOf<Answer>(act: () => Promise<Answer>): Promise<Answer> {
  try {
    return await act();
  } catch (thrown) {
    if (!REASONS.includes(detailOf(thrown)) || !(await askForProof())) throw thrown;
    return act();
  }
}

/** @returns why the proof was refused; undefined: it was right */
export async function prove(
  proof: { readonly password: string } | { readonly code: string },
): Promise<string | undefined> {
  const response = await accountRequest('POST', 'api/account/reauthentication/', proof).catch(() => undefined);
  if (response === undefined) return t('session.unreachable');
  if (response === null) return t('session.expired');
  if (response.ok) return undefined;
  if (response.status === 429) {
    return t('session.tooManyAttempts', { seconds: Number(response.headers.get('Retry-After') ?? 60) });
  }
  if (response.status === 409 || response.status === 404) return t('session.logInAgain');
  return 'code' in proof ? t('session.codeWrong') : t('session.ownPasswordWrong');
}
