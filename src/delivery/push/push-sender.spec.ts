import { FakePulse } from '../../platform/database/pulse/database-pulse.fake.js';
import type { PushMetrics } from './push-metrics.js';
import type { PushRecipientResolver } from './push-recipient-resolver.js';
import { PushSender } from './push-sender.js';
import type { ClaimedPush, PushesRepository, PushToSend } from './pushes.repository.js';
import type { SubscriptionsRepository } from './subscriptions.repository.js';
import type { PushResult, WebPush } from './web-push.js';

/** The pending pushes of the table, in order. */
let waiting: ClaimedPush[];
let sent: number[];
let sender: PushSender;
let pulse: FakePulse;

const to = (host: string, id: number): ClaimedPush => ({
  id,
  attempts: 1,
  what: {
    subscriptionId: host,
    host,
    target: { endpoint: `https://${host}/`, p256dh: '', auth: '' },
    message: {
      messageId: 'm',
      roomId: 'r',
      seq: 1,
      type: 'NEW_MESSAGE',
      roomName: null,
      content: 'hello',
      attachments: 0,
      sender: { id: 1, username: 'ada', first_name: '', last_name: '' },
    },
  },
});

const tables: Partial<PushesRepository> = {
  areDue: () => Promise.resolve(waiting.length > 0),
  claim: (most, except) => {
    const claimed = waiting.filter(({ what }) => !except.includes((what as PushToSend).host)).slice(0, most);
    waiting = waiting.filter((push) => !claimed.includes(push));
    return Promise.resolve(claimed);
  },
  sent: (id) => {
    sent.push(id);
    return Promise.resolve();
  },
  release: () => Promise.resolve(),
};

/** One push service never responds; the others do at once. */
const webPush = {
  publicKey: 'a key',
  send: ({ endpoint }: { endpoint: string }, _: object, __: string, signal: AbortSignal): Promise<PushResult> =>
    endpoint === 'https://silent/'
      ? new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => reject(signal.reason as Error));
        })
      : Promise.resolve({ outcome: 'sent', status: 201 }),
} as Partial<WebPush> as WebPush;

beforeEach(() => {
  vi.useFakeTimers();
  sent = [];
  pulse = new FakePulse();
  sender = new PushSender(
    { resolveDue: () => Promise.resolve() } as Partial<PushRecipientResolver> as PushRecipientResolver,
    tables as PushesRepository,
    { tried: () => Promise.resolve() } as Partial<SubscriptionsRepository> as SubscriptionsRepository,
    webPush,
    { ended: () => undefined } as Partial<PushMetrics> as PushMetrics,
    pulse.asPulse,
  );
  sender.onApplicationBootstrap();
});
afterEach(async () => {
  await sender.onApplicationShutdown();
  vi.useRealTimers();
});

describe('the sending of pushes', () => {
  const ids = Array.from({ length: 100 }, (_, at) => at + 1);

  it('sends a backlog without pauses', async () => {
    waiting = ids.map((id) => to('quick', id));
    pulse.beat();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(sent).toEqual(ids);
  });

  it('does not wait for a push service that never responds', async () => {
    waiting = ids.flatMap((id) => [to('silent', 1_000 + id), to('quick', id)]);
    pulse.beat();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(sent).toEqual(ids);
  });
});
