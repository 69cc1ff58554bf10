import type { ClientFrame, ErrorFrame, ServerFrame, StatusFrame } from '@parley/protocol';

import { ParleyError } from './parley-error.js';

export type Answer = ServerFrame | StatusFrame;

export interface ResponseHandler {
  /** @returns true when further parts of the answer follow */
  onAnswer(answer: Answer): unknown;
  onError(error: ParleyError): void;
}

/** The requests of a connection that are not answered yet, by `request_id`. */
export class Requests {
  private readonly pending = new Map<string, ResponseHandler>();
  private lastId = 0;
  private sendFrame: ((frame: ClientFrame) => void) | undefined;

  get isOpen(): boolean {
    return this.sendFrame !== undefined;
  }

  /** A connection is open: requests are sent over it. */
  open(sendFrame: (frame: ClientFrame) => void): void {
    this.sendFrame = sendFrame;
  }

  /** The connection is closed: all pending requests fail. */
  close(): void {
    this.sendFrame = undefined;
    const unanswered = [...this.pending.values()];
    this.pending.clear();
    for (const handler of unanswered) handler.onError(new ParleyError('offline', 'The connection ended.'));
  }

  send(event_type: string, data: object, handler: ResponseHandler): void {
    if (!this.sendFrame) {
      handler.onError(new ParleyError('offline', 'There is no connection.'));
      return;
    }
    const request_id = String(++this.lastId);
    this.pending.set(request_id, handler);
    this.sendFrame({ event_type, data: data as ClientFrame['data'], request_id });
  }

  /** Sends a request that has one answer. @throws ParleyError */
  request(eventType: string, data: object): Promise<Answer> {
    return new Promise((onAnswer, onError) => this.send(eventType, data, { onAnswer, onError }));
  }

  handleAnswer(answer: Answer): void {
    const { request_id: requestId = '' } = answer;
    if (this.pending.get(requestId)?.onAnswer(answer) !== true) this.pending.delete(requestId);
  }

  /** @returns the error, if it belongs to no pending request */
  handleError({
    code,
    detail,
    request_id: requestId = '',
    retry_after: after,
  }: ErrorFrame['error']): ParleyError | undefined {
    const error = new ParleyError(code, detail, after);
    const handler = this.pending.get(requestId);
    if (!handler) return error;
    this.pending.delete(requestId);
    handler.onError(error);
    return undefined;
  }
}
