import { randomUUID } from 'node:crypto';

import type { ServiceData } from '../../support/service-data.js';
import { verify } from '../../support/verify-run.js';

/** Longer than anything that happens to the deployment meanwhile. */
const MINUTES = '30';
const RATE = '40';
const USERS = '12';

interface Report {
  readonly kept: boolean;
  readonly accepted: number;
  readonly reconnects: number;
  readonly faults: readonly unknown[];
  readonly unverified: readonly string[];
}

/**
 * Users who use the deployment and check its promises.
 * @param url of the proxy before the nodes
 * @param meanwhile happens to the deployment once all users are connected; they leave when it is complete
 */
export async function runCrowdAlongside(
  serviceData: ServiceData,
  url: string,
  meanwhile: () => Promise<void>,
): Promise<Report> {
  const words = ['--url', url, '--json', '--users', USERS, '--minutes', MINUTES, '--rate', RATE];
  let fault: Promise<void> | undefined;
  let sent = '';
  const { out, errors } = await verify(serviceData, words, {
    watches: (text, interrupt) => {
      sent += text;
      if (!sent.includes('running...')) return;
      fault ??= meanwhile().finally(interrupt);
      // The caller awaits the promise later.
      fault.catch(() => undefined);
    },
  });
  await fault;
  if (out === '') throw new Error(`There is no report:\n${errors}`);
  return JSON.parse(out) as Report;
}

/** A username that no user has. */
export const nobody = (): string => `nobody-${randomUUID()}`;
