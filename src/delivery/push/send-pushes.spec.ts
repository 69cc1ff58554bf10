import { Backoff } from '../../platform/async/backoff.js';
import { FakePulse } from '../../platform/database/pulse/database-pulse.fake.js';
import { Receivers } from '../../platform/jobs/receivers.js';
import type { DuePush, DuePushesRepository } from './due-pushes.repository.js';
import type { PushMetrics } from './push-metrics.js';
import type { PushToSend } from './push-to-send.js';
import { SendPushesJob } from './send-pushes.job.js';
import type { SubscriptionsRepository } from './subscriptions.repository.js';
import type { PushResult, WebPush } from './web-push.js';

type Waiting = DuePush & { readonly what: PushToSend };

/** The pending pushes of the table, in order. */
let waiting: Waiting[];
let sent: number[];
let job: SendPushesJob;
let pulse: FakePulse;

const to = (host: string, id: number): Waiting => ({
  id,
  attempts: 1,
  claim: 1,
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

function queue(): Partial<DuePushesRepository> {
  const services = new Receivers({ atOnce: 8, pauses: new Backoff(1_000, 60_000) });
  return {
    services,
    limits: { leaseSeconds: 30, takenTogether: 8 },
    giveUp: () => Promise.resolve(),
    take: (most) => {
      const busy = services.busy();
      const taken = waiting.filter(({ what }) => !busy.includes(what.host)).slice(0, most);
      waiting = waiting.filter((push) => !taken.includes(push));
      for (const { what } of taken) services.begin(what.host);
      return Promise.resolve(taken);
    },
    ended: ({ what }) => services.end((what as PushToSend).host),
    sent: ({ id }) => Promise.resolve(void sent.push(id)),
    extend: () => Promise.resolve(),
    giveBack: () => Promise.resolve(),
  };
}

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
  job = new SendPushesJob(
    queue() as DuePushesRepository,
    { tried: () => Promise.resolve() } as Partial<SubscriptionsRepository> as SubscriptionsRepository,
    webPush,
    { ended: () => undefined } as Partial<PushMetrics> as PushMetrics,
    pulse.asPulse,
  );
  job.onApplicationBootstrap();
});
afterEach(async () => {
  await job.onApplicationShutdown();
  vi.useRealTimers();
});

describe('the sending of pushes', () => {
  const ids = Array.from({ length: 100 }, (_, at) => at + 1);

  it('sends a backlog without pauses', async () => {
    waiting = ids.map((id) => to('quick', id));
    pulse.beat();
    await vi.advanceTimersByTimeAsync(100);
    expect(sent).toEqual(ids);
  });

  it('does not wait for a push service that never responds', async () => {
    waiting = ids.flatMap((id) => [to('silent', 1_000 + id), to('quick', id)]);
    pulse.beat();
    await vi.advanceTimersByTimeAsync(100);
    expect(sent).toEqual(ids);
  });
});
