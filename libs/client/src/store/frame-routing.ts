import type { ErrorFrame, ServerFrame, StatusFrame } from '@parley/protocol';

import { isNumbered } from '../frames.js';

type Frame = ServerFrame | StatusFrame | ErrorFrame;

/** Between the name of a socket and the id that its request has in its tab. */
const SEPARATOR = ':';

/** The frames without a number that the other connections of a user receive too when one of them has asked for them. */
const SHARED: readonly string[] = [
  'readreceipt.dispatch',
  'messagedelivered.dispatch',
  'userupdate.dispatch',
  'joinrequest.dispatch',
  'roominvite.dispatch',
  'roomanswerinvite.dispatch',
];

/** Where a frame of the service goes. */
export interface Route {
  /** The socket whose request it answers, and its text there; undefined: that of this tab. */
  readonly socket: string | undefined;
  readonly text: string;
  /** The text for all other sockets; undefined: they do not receive it. */
  readonly others: string | undefined;
}

export const requestIdOf = (socket: string, id: string): string => `${socket}${SEPARATOR}${id}`;

/** Routes a frame of the one connection to the sockets of the tabs. */
export function routeOf(text: string): Route {
  const frame = JSON.parse(text) as Frame;
  const sent = 'error' in frame ? frame.error.request_id : frame.request_id;
  const at = sent?.indexOf(SEPARATOR) ?? -1;
  const socket = at < 0 ? undefined : sent?.slice(0, at);
  const own = at < 0 ? text : JSON.stringify(withRequestId(frame, sent?.slice(at + 1)));
  const others = isShared(frame, sent) ? JSON.stringify(withRequestId(frame, undefined)) : undefined;
  return { socket, text: own, others };
}

/** Whether each connection of the user would receive the frame. */
function isShared(frame: Frame, requestId: string | undefined): boolean {
  if (!('eventType' in frame)) return false;
  return (
    requestId === undefined || isNumbered(frame) || frame.private_seq !== undefined || SHARED.includes(frame.eventType)
  );
}

const withRequestId = (frame: Frame, request_id: string | undefined): object =>
  'error' in frame ? { error: { ...frame.error, request_id } } : { ...frame, request_id };
