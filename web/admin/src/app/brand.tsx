import { signal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';

import { APP_NAME } from '../../../src/deployment.js';
import { readDeployment } from '../../../src/session/deployment-words.js';
import type { DeploymentWords } from '../../../src/session/deployment-words.js';

const words = signal<DeploymentWords | null>(null);

/** Reads again what the deployment calls itself. What is shown stays while the service cannot be reached. */
export async function readBrand(): Promise<void> {
  words.value = await readDeployment().catch(() => words.peek());
}

/** The address of the logo; null: there is none. */
export const logoAddress = (): string | null => words.value?.logo ?? null;

/** The name and the logo of the deployment, at the head of the page. */
export function Brand(): JSX.Element {
  useEffect(() => void readBrand(), []);
  const logo = logoAddress();
  return (
    <p class="side-name">
      {logo !== null && <img class="side-logo" src={logo} alt="" />}
      <bdi>{words.value?.name ?? APP_NAME}</bdi>
    </p>
  );
}
