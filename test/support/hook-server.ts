import { once } from 'node:events';
import { createServer } from 'node:http';
import type { Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

import { Webhook as Signature } from 'standardwebhooks';

import type { Environment } from './environment.js';

/** The body of a call of the before-send hook. */
export interface Question {
  readonly id: string;
  readonly type: string;
  readonly data: { readonly content: string; readonly room: { readonly id: string } } & Record<string, unknown>;
}

export type HookAnswer = (response: ServerResponse, question: Question) => void;

export const HOOK_SECRET = `whsec_${Buffer.from('a secret of 24 bytes or so').toString('base64')}`;

/** Answers with a status, headers and a body. */
export const answering =
  (body: object | string, status = 200, headers: Record<string, string> = {}): HookAnswer =>
  (response) =>
    void response.writeHead(status, headers).end(typeof body === 'string' ? body : JSON.stringify(body));

export const ALLOW = answering({ action: 'allow' });
export const HOLD = answering({ action: 'hold' });

/** The hook of an operator: it verifies each question, keeps it, and answers as its test says. */
export class HookServer {
  answer: HookAnswer = ALLOW;
  /** The questions since the last {@link reset}. */
  asked: Question[] = [];

  /**
   * Whether it keeps and answers questions about profiles, rooms, reactions and previews too; otherwise it allows them.
   */
  judgesTexts = false;

  private constructor(
    private readonly server: Server,
    readonly url: string,
  ) {}

  /** @param port undefined: a free one */
  static async start(port = 0): Promise<HookServer> {
    const server = createServer((request, response) => {
      void text(request).then((body) => {
        new Signature(HOOK_SECRET).verify(body, request.headers as Record<string, string>);
        const question = JSON.parse(body) as Question;
        if (question.type === 'text.check' && !hook.judgesTexts) {
          ALLOW(response, question);
          return;
        }
        hook.asked.push(question);
        hook.answer(response, question);
      });
    });
    await once(server.listen(port, '127.0.0.1'), 'listening');
    const address = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}/check?key=hunter2`;
    const hook = new HookServer(server, address);
    return hook;
  }

  /** The settings of a service that asks it. */
  get settings(): Environment {
    return { MODERATION_URL: this.url, MODERATION_SECRET: HOOK_SECRET };
  }

  get port(): number {
    return Number(new URL(this.url).port);
  }

  get contents(): string[] {
    return this.asked.map(({ data }) => data.content);
  }

  reset(): void {
    this.answer = ALLOW;
    this.asked = [];
    this.judgesTexts = false;
  }

  stop(): void {
    this.server.closeAllConnections();
    this.server.close();
  }
}
