import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';

import { serviceUrl } from '../deployment.js';
import { SessionRequestError } from './session-endpoint.js';

/** What the service says of itself to everybody. */
export interface DeploymentWords {
  readonly name: string;
  /** The address of a picture; null: there is none. */
  readonly logo: string | null;
  /** Plain text with line breaks; empty: none. */
  readonly welcome: string;
  /** Who makes an account without an administrator. */
  readonly sign_up: 'domains' | 'invitation' | 'off' | 'open';
  readonly log_in: readonly ('oidc' | 'password')[];
}

/** @throws SessionRequestError, or TypeError when the service cannot be reached */
export async function readDeployment(): Promise<DeploymentWords> {
  const response = await fetch(serviceUrl('api/deployment/'));
  if (!response.ok) throw new SessionRequestError(response.status);
  return (await response.json()) as DeploymentWords;
}

/** Undefined: on its way. Null: not known. */
export const useDeployment = (): DeploymentWords | null | undefined =>
  useAnswer<DeploymentWords | null>(readDeployment, null);

/** Whether the service sends mails, such as links to people who have lost their passwords. */
export async function isMailOffered(): Promise<boolean> {
  const response = await fetch(serviceUrl('api/account/recovery/')).catch(() => null);
  return response?.ok === true && ((await response.json()) as { readonly offered: boolean }).offered;
}

/**
 * What the service says to a question that a part of the page asks once, when it appears.
 * @param otherwise in place of an answer, where the service gives none
 * @returns undefined until the question is answered
 */
export function useAnswer<Answer>(ask: () => Promise<Answer>, otherwise: Answer): Answer | undefined {
  const answer = useSignal<Answer | undefined>(undefined);
  useEffect(() => {
    void ask()
      .catch(() => otherwise)
      .then((given) => {
        answer.value = given;
      });
  }, []);
  return answer.value;
}
