import { WebhookReceivers } from './webhook-receivers.js';
import type { Answer } from './webhook-receivers.js';

const webhook = { id: 'a', url: 'https://example.com/hooks' };
const taken: Answer = { taken: true };
const refused: Answer = { taken: false, status: 503, error: null };

let receivers: WebhookReceivers;
let logged: string[];

beforeEach(() => {
  vi.useFakeTimers();
  receivers = new WebhookReceivers();
  logged = [];
  const { log } = receivers as unknown as { log: Record<'warn' | 'log', (text: unknown) => void> };
  log.warn = () => void logged.push('fails');
  log.log = () => void logged.push('accepts');
});
afterEach(() => {
  vi.useRealTimers();
});

/** @returns whether the receiver may get the next batch, after each delivery */
function batch(...answers: readonly Answer[]): boolean[] {
  for (const _ of answers) receivers.begin(webhook);
  return answers.map((answer) => {
    expect(receivers.busy()).toEqual(['a']);
    receivers.answered(webhook, answer);
    return receivers.end(webhook);
  });
}

describe('the receiver of a webhook', () => {
  it('gets the next batch when all deliveries of the one before have ended', () => {
    expect(batch(taken, taken, taken)).toEqual([false, false, true]);
    expect(receivers.busy()).toEqual([]);
  });

  it('is not failing if it accepts any delivery of a batch', () => {
    expect(batch(refused, taken, refused)).toEqual([false, false, true]);
    expect([receivers.failing(), logged]).toEqual([[], []]);
  });

  it('is paused for a second after each batch of which it accepts none', () => {
    for (let times = 0; times < 3; times += 1) {
      expect(batch(refused, refused)).toEqual([false, false]);
      expect([receivers.busy(), receivers.failing()]).toEqual([['a'], ['a']]);
      vi.advanceTimersByTime(1_000);
      expect(receivers.busy()).toEqual([]);
    }
    batch(taken);
    expect([receivers.failing(), logged]).toEqual([[], ['fails', 'accepts']]);
  });
});
