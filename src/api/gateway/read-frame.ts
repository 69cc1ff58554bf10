import { invalid, MAX_REQUEST_ID_LENGTH } from '@parley/protocol';
import type { ClientFrame } from '@parley/protocol';
import { hasLength, malformedFields, parseExactly } from '@parley/realtime/requests';

import type { WatchedFrame } from './frame-watch.js';

/** The fields of a frame that an answer needs, as far as they could be read. */
export interface FrameHead {
  readonly eventType: string | undefined;
  readonly requestId: string | undefined;
  /** When its handling started, by the clock of `performance`. */
  readonly readAt: number;
  /** Set where the frame is logged or traced. */
  watched?: WatchedFrame | undefined;
}

export type ReadFrame = (FrameHead & { readonly frame: ClientFrame }) | (FrameHead & { readonly fault: unknown });

/** Reads a text frame of a client. A frame outside the contract is returned as its fault, a `Refusal` 4003. */
export function readFrame(text: string): ReadFrame {
  const readAt = performance.now();
  let value: unknown;
  try {
    value = parseExactly(text);
  } catch {
    return { eventType: undefined, requestId: undefined, readAt, fault: invalid('The frame is not JSON.') };
  }
  if (!isObject(value)) {
    return { eventType: undefined, requestId: undefined, readAt, fault: invalid('The frame is not a JSON object.') };
  }
  const { event_type: eventType, request_id: requestId, data } = value;
  const head: FrameHead = {
    eventType: isName(eventType) ? eventType : undefined,
    requestId: isRequestId(requestId) ? requestId : undefined,
    readAt,
  };
  const faults = faultsOf(value);
  if (Object.keys(faults).length > 0) return { ...head, fault: invalid(faults) };
  const frame: ClientFrame = { event_type: eventType as string, data: data as ClientFrame['data'] };
  return { ...head, frame };
}

function faultsOf(value: Record<string, unknown>): Record<string, string[]> {
  const faults: Record<string, string[]> = {};
  if (value.event_type === undefined) faults.event_type = ['This field is required.'];
  else if (!isName(value.event_type)) faults.event_type = ['Must be a text.'];
  if (value.request_id !== undefined && !isRequestId(value.request_id)) {
    faults.request_id = [`Must be a text of 1 to ${String(MAX_REQUEST_ID_LENGTH)} characters.`];
  }
  const { data } = value;
  if (data === undefined) faults.data = ['This field is required.'];
  else if (!isObject(data)) faults.data = ['Must be an object.'];
  else Object.assign(faults, malformedFields(data));
  return faults;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isName = (value: unknown): value is string => typeof value === 'string' && value.isWellFormed();
const isRequestId = (value: unknown): value is string => isName(value) && hasLength(value, 1, MAX_REQUEST_ID_LENGTH);
