import { Closed } from './codes.js';

/** What to do once a line has ended. */
export type Next = 'come back' | 'come back with another token' | 'stop';

/** Coming back would only do again what was wrong: an application has to be mended, or sockets to be closed. */
const WRONG: readonly number[] = [
  ...[Closed.tooMany, Closed.tooFast, Closed.unsupportedData, Closed.invalidText, Closed.tooLarge],
  ...[1002, 1008], // The rules of WebSocket were broken.
];

/**
 * @param code by which it ended; 1006 where nobody said anything, as when a handshake was refused with 403 or 429
 * @param isFresh whether the token had been asked for after another one was refused, and was let in at no time
 */
export function afterClose(code: number, isFresh: boolean): Next {
  if (WRONG.includes(code)) return 'stop';
  if (code !== Closed.unauthenticated) return 'come back';
  return isFresh ? 'stop' : 'come back with another token';
}
