import type { ClientFrame, ErrorFrame, ServerFrame, StatusFrame } from '@parley/protocol';

import { ParleyError } from './parley-error.js';

export type Answer = ServerFrame | StatusFrame;

/** What is said to whoever asked. */
export interface Asker {
  /** @returns `more` where the answer has further parts */
  answered(answer: Answer): 'more' | 'done';
  refused(error: ParleyError): void;
}

/** The questions that are under way on a line, by their `request_id`. */
export class Requests {
  private readonly waiting = new Map<string, Asker>();
  private asked = 0;
  private say: ((frame: ClientFrame) => void) | undefined;

  /** From now on questions are asked here. */
  opens(say: (frame: ClientFrame) => void): void {
    this.say = say;
  }

  /** Nobody will answer any more. */
  closes(): void {
    this.say = undefined;
    const unanswered = [...this.waiting.values()];
    this.waiting.clear();
    for (const asker of unanswered) asker.refused(new ParleyError('offline', 'The line ended before the answer.'));
  }

  ask(event_type: string, data: object, asker: Asker): void {
    if (!this.say) {
      asker.refused(new ParleyError('offline', 'There is no line.'));
      return;
    }
    const request_id = String(++this.asked);
    this.waiting.set(request_id, asker);
    this.say({ event_type, data: data as ClientFrame['data'], request_id });
  }

  /** What is asked once and answered once. @throws ParleyError */
  once(eventType: string, data: object): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const answered = (answer: Answer): 'done' => {
        resolve(answer);
        return 'done';
      };
      this.ask(eventType, data, { answered, refused: reject });
    });
  }

  hears(answer: Answer): void {
    const asker = this.waiting.get(answer.request_id ?? '');
    if (asker?.answered(answer) === 'done') this.waiting.delete(answer.request_id ?? '');
  }

  /** @returns the error of a question that nobody asked here */
  refuses({
    code,
    detail,
    request_id: requestId = '',
    retry_after: after,
  }: ErrorFrame['error']): ParleyError | undefined {
    const error = new ParleyError(code, detail, after);
    const asker = this.waiting.get(requestId);
    if (!asker) return error;
    this.waiting.delete(requestId);
    asker.refused(error);
    return undefined;
  }
}
