import { once } from 'node:events';
import { get } from 'node:http';
import { get as getEncrypted } from 'node:https';
import type { IncomingMessage } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';

import { conflict } from '@parley/protocol';

import { reasonOf } from '../../../../src/platform/logging/log-record.js';

const TIMEOUT_SECONDS = 5;

/** A second lies between two. */
const MOST_TRIES = 10;

/**
 * Checks that a server answers HTTP at each of these addresses of WebSockets, with any status. If only some answer, the
 * others may be restarting, as during an upgrade, and are tried again for ten seconds.
 * @throws Refusal 4005 with the first address without an answer
 */
export async function requireAnswers(addresses: readonly string[]): Promise<void> {
  const all = [...new Set(addresses)];
  for (let tries = 1; ; tries += 1) {
    const outcomes = await Promise.allSettled(all.map(requireAnswer));
    const failed = outcomes.find((outcome) => outcome.status === 'rejected');
    if (!failed) return;
    const noneAnswers = outcomes.every(({ status }) => status === 'rejected');
    if (noneAnswers || tries === MOST_TRIES) throw failed.reason;
    await delay(1_000);
  }
}

async function requireAnswer(address: string): Promise<void> {
  const url = address.replace(/^ws/, 'http');
  const request = url.startsWith('https:') ? getEncrypted(url, { agent: false }) : get(url, { agent: false });
  request.setTimeout(TIMEOUT_SECONDS * 1_000, () => {
    request.destroy(new Error(`no answer within ${String(TIMEOUT_SECONDS)} seconds`));
  });
  try {
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    response.resume();
  } catch (error) {
    throw conflict(`No server answers at ${address} (${reasonOf(error)}): check --url.`);
  }
}
