import { setTimeout as delay } from 'node:timers/promises';

import { ParleyServerError, secondsOf } from './parley-server-error.js';
import { pauseAfter } from './timing.js';
import type { Timing } from './timing.js';

/** Attempts of a request. */
const ATTEMPTS = 5;
/** Too fast, and not handled. */
const THROTTLED = 429;
/** An outage: of the service, or of its database. */
const UNAVAILABLE = 503;
/** Errors before a connection: the request was not sent. */
const NOT_SENT = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN']);

/**
 * A `fetch` that repeats requests, at most four times.
 *
 * A request that is safe to repeat is repeated after a lost answer and during an outage; one that is not, only if it was
 * not handled. The wait is the one that the service names. Its answers are complete: an answer that is cut is a lost one.
 *
 * @param isSafe whether handling the request twice has the effect of handling it once
 * @throws ParleyServerError `offline` without an answer
 */
export const repeating =
  (isSafe: boolean, timing: Timing, send: typeof fetch = fetch) =>
  async (request: Request): Promise<Response> => {
    for (let failures = 0; ; failures++) {
      const isLast = failures === ATTEMPTS - 1;
      const answer = await attempt(request.clone(), timing, send);
      if (answer instanceof Response) {
        const wait = waitOf(answer, isSafe, pauseAfter(failures, timing));
        if (isLast || wait === undefined || wait > timing.longestWait) return answer;
        await delay(wait);
      } else {
        if (isLast || !(isSafe || wasNotSent(answer))) throw offline(answer);
        await delay(pauseAfter(failures, timing));
      }
    }
  };

/** Returns the complete answer, or why there is none. */
async function attempt(request: Request, { timeout }: Timing, send: typeof fetch): Promise<Response | Error> {
  try {
    const answer = await send(request, { signal: AbortSignal.timeout(timeout) });
    const body = await answer.arrayBuffer();
    const { status, headers } = answer;
    return new Response(body.byteLength === 0 ? null : body, { status, headers });
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

/** Milliseconds before the request is repeated; undefined: it is not. */
function waitOf({ status, headers }: Response, isSafe: boolean, pause: number): number | undefined {
  if (status !== THROTTLED && !(isSafe && status === UNAVAILABLE)) return undefined;
  return Math.max((secondsOf(headers.get('retry-after')) ?? 0) * 1_000, pause);
}

const wasNotSent = ({ cause }: Error): boolean =>
  cause instanceof Error && 'code' in cause && NOT_SENT.has(String(cause.code));

function offline(error: Error): ParleyServerError {
  const { cause } = error;
  const why = cause instanceof Error && cause.message !== '' ? cause.message : error.message;
  return new ParleyServerError(0, 'offline', why, undefined, { cause: error });
}
