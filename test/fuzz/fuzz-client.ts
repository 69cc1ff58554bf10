import type { Contract } from '../support/contract.js';
import { eventually } from '../support/eventually.js';
import { inShort, messageOf } from '../support/frames.js';
import type { Frame } from '../support/frames.js';
import type { TestUser } from '../support/people.js';
import type { Chance } from './chance.js';
import { Ledger } from './ledger.js';
import { ViolatingClient } from './violating-client.js';
import { onTheWire } from './wire.js';

/** The codes of errors that a client causes. */
const MISTAKES = [4002, 4003, 4004, 4005];

/** Sends invalid frames, and checks that each is answered once, in order, and as the contract says. */
export class FuzzClient {
  private readonly ledger = new Ledger();
  private fault: Error | undefined;
  private client!: ViolatingClient;
  private marks = 0;

  private constructor(private readonly contract: Contract) {}

  static async connect({ tokens }: TestUser, url: string, contract: Contract): Promise<FuzzClient> {
    const client = new FuzzClient(contract);
    client.client = await ViolatingClient.open(url, tokens.access, (text) => client.receive(text));
    return client;
  }

  /** Waits for all answers. @throws Error if one is missing or wrong, or if the socket closes */
  async send(texts: readonly string[], chance: Chance): Promise<void> {
    const mark = `mark ${String(++this.marks)}`;
    const all = [...texts, JSON.stringify({ event_type: 'session.heartbeat', data: {}, request_id: mark })];
    for (const text of all) this.ledger.sent(text);
    for (const bytes of onTheWire(all, chance)) this.client.write(bytes);
    const { closed } = this.client;
    const isOver = closed.then((code) => (this.fault ??= new Error(`The socket was closed with ${String(code)}`)));
    await Promise.race([isOver, eventually(() => this.fault !== undefined || this.ledger.isEmpty)]);
    if (this.fault) throw this.fault;
  }

  close(): Promise<void> {
    return this.client.close();
  }

  private receive(text: string): void {
    try {
      this.checkAnswers(JSON.parse(text) as Frame);
    } catch (error) {
      this.fault ??= new Error(`${String(error)}\nin answer: ${text.slice(0, 1_000)}`);
    }
  }

  private checkAnswers(frame: Frame): void {
    const requested = this.ledger.received(frame);
    const shown = (what: string): Error =>
      new Error(`${what}\n${inShort(frame)}\nto: ${requested ?? 'an unknown request'}`);
    const fault = this.contract.faultsOf(messageOf(frame), frame);
    if (fault !== undefined) throw shown(`The answer violates the contract: ${fault}`);
    if (frame.error && !MISTAKES.includes(frame.error.code)) throw shown('The error is not one of a client');
    if (requested !== undefined && !frame.error) this.expectAccepted(requested, frame, shown);
  }

  /** An accepted request must be valid by the contract, and have the answer that the contract says. */
  private expectAccepted(requested: string, answer: Frame, shown: (what: string) => Error): void {
    const request = JSON.parse(requested) as { event_type: string };
    const fault = this.contract.faultsOf(request.event_type, request);
    if (fault !== undefined) throw shown(`The service accepted what the contract forbids: ${fault}`);
    if (!this.contract.answers(request.event_type, messageOf(answer))) throw shown('The answer is of another event');
  }
}
