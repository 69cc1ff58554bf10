import type { ErrorCode, ErrorDetail } from './errors.js';
import type { RoomNotice } from './room-notices.js';

/** A frame of a client: one request. Its answer has the same `request_id`, if the request has one. */
export interface ClientFrame {
  readonly event_type: string;
  readonly data: Readonly<Record<string, unknown>>;
  /** 1 to 64 characters; repeated in the answer, the error, and the sender's own copy of a broadcast. */
  readonly request_id?: string;
}

/** A reply to a request, or a dispatch of a change. */
export interface ServerFrame<Data = unknown> {
  readonly eventType: string;
  readonly data: Data;
  readonly request_id?: string;
  /** With `seq`: the position of this change in the log of the room. */
  readonly room_id?: string;
  readonly seq?: number;
  /** With `seq`: what to show of this change among the messages of the room. */
  readonly notice?: RoomNotice;
  /** The position of this change in the private log of the user. Only the user receives it. */
  readonly private_seq?: number;
  readonly meta?: Readonly<Record<string, unknown>>;
}

/** The answer to a heartbeat. It has no event name. */
export interface StatusFrame {
  readonly status: 'success';
  readonly request_id?: string;
}

export interface ErrorFrame {
  readonly error: {
    readonly code: ErrorCode;
    readonly detail: ErrorDetail;
    readonly event_type?: string;
    readonly request_id?: string;
    /**
     * Seconds until the next event is accepted, not always whole. Present with code 4029, and with 4006 while the
     * database is unavailable: then a client doubles its delay with each refusal.
     */
    readonly retry_after?: number;
  };
}

export const MAX_REQUEST_ID_LENGTH = 64;
