import type { ErrorCode, ErrorDetail } from './error-code.js';

/** What a client sends: one question, answered once under its `request_id` if it gave one. */
export interface ClientFrame {
  readonly event_type: string;
  readonly data: Readonly<Record<string, unknown>>;
  /** 1 to 64 characters; comes back on the answer, the error, and the asker's own copy of a broadcast. */
  readonly request_id?: string;
}

/** What the server says. */
export interface ServerFrame<Data = unknown> {
  readonly eventType: string;
  readonly data: Data;
  readonly request_id?: string;
  /** With `seq`: this change's place in the numbered log of the room. */
  readonly room_id?: string;
  readonly seq?: number;
  readonly meta?: Readonly<Record<string, unknown>>;
}

/** The answer to a heartbeat, which has no event name of its own. */
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
    /** Seconds until the next event passes, not always whole; beside 4029. */
    readonly retry_after?: number;
  };
}

export const MAX_REQUEST_ID_LENGTH = 64;
