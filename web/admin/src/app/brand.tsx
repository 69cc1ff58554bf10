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

/** The name of the deployment, at the head of the page. */
export function Brand(): JSX.Element {
  useEffect(() => void readBrand(), []);
  return (
    <p class="side-name">
      <bdi>{words.value?.name ?? APP_NAME}</bdi>
    </p>
  );
}
