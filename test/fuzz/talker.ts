import type { Contract } from '../support/contract.js';
import { eventually } from '../support/eventually.js';
import { inShort, messageOf } from '../support/frames.js';
import type { Frame } from '../support/frames.js';
import type { Person } from '../support/people.js';
import type { Chance } from './chance.js';
import { Ledger } from './ledger.js';
import { RudeClient } from './rude-client.js';
import { onTheWire } from './wire.js';

/** What a client is told that made a mistake. */
const MISTAKES = [4002, 4003, 4004, 4005];

/** Somebody who sends rubbish, and sees that each frame is answered once, in its turn, and as the contract says. */
export class Talker {
  private readonly ledger = new Ledger();
  private fault: Error | undefined;
  private client!: RudeClient;
  private marks = 0;

  private constructor(private readonly contract: Contract) {}

  static async arrives({ tokens }: Person, url: string, contract: Contract): Promise<Talker> {
    const talker = new Talker(contract);
    talker.client = await RudeClient.opens(url, tokens.access, (text) => {
      talker.hears(text);
    });
    return talker;
  }

  /** Until all are answered. @throws Error if one is not, or wrongly, or if the socket closes */
  async says(texts: readonly string[], chance: Chance): Promise<void> {
    const mark = `mark ${String(++this.marks)}`;
    const all = [...texts, JSON.stringify({ event_type: 'session.heartbeat', data: {}, request_id: mark })];
    for (const text of all) this.ledger.sent(text);
    for (const bytes of onTheWire(all, chance)) this.client.write(bytes);
    const { closed } = this.client;
    const isOver = closed.then((code) => (this.fault ??= new Error(`The socket was closed with ${String(code)}`)));
    await Promise.race([isOver, eventually(() => this.fault !== undefined || this.ledger.isEmpty)]);
    if (this.fault) throw this.fault;
  }

  leaves(): Promise<void> {
    return this.client.leaves();
  }

  private hears(text: string): void {
    try {
      this.judges(JSON.parse(text) as Frame);
    } catch (error) {
      this.fault ??= new Error(`${String(error)}\nin answer: ${text.slice(0, 1_000)}`);
    }
  }

  private judges(frame: Frame): void {
    const asked = this.ledger.heard(frame);
    const shown = (what: string): Error => new Error(`${what}\n${inShort(frame)}\nto: ${asked ?? 'who knows'}`);
    const fault = this.contract.faultsOf(messageOf(frame), frame);
    if (fault !== undefined) throw shown(`Not as the contract says: ${fault}`);
    if (frame.error && !MISTAKES.includes(frame.error.code)) throw shown('Not the mistake of a client');
    if (asked !== undefined && !frame.error) this.seesThatItWasTaken(asked, frame, shown);
  }

  /** What is taken is something that the contract lets a client ask, and is answered as it says. */
  private seesThatItWasTaken(asked: string, answer: Frame, shown: (what: string) => Error): void {
    const request = JSON.parse(asked) as { event_type: string };
    const fault = this.contract.faultsOf(request.event_type, request);
    if (fault !== undefined) throw shown(`Taken, where the contract says: ${fault}`);
    if (!this.contract.answers(request.event_type, messageOf(answer))) throw shown('Not its answer');
  }
}
