import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';

import { serviceUrl } from '../deployment.js';

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

/** @throws if the service does not say it */
export async function readDeployment(): Promise<DeploymentWords> {
  const response = await fetch(serviceUrl('api/deployment/'));
  if (!response.ok) throw new TypeError(`The service answered with ${String(response.status)}.`);
  return (await response.json()) as DeploymentWords;
}

/** Undefined: on its way. Null: not known. */
export function useDeployment(): DeploymentWords | null | undefined {
  const words = useSignal<DeploymentWords | null | undefined>(undefined);
  useEffect(() => {
    readDeployment().then(
      (read) => {
        words.value = read;
      },
      () => {
        words.value = null;
      },
    );
  }, []);
  return words.value;
}
