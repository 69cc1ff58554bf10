import type { Duplex } from 'node:stream';

import { CloseCode, notFound, tooFast } from '@parley/protocol';
import type { ServerEvent } from '@parley/protocol';
import { OutboundFrame, WriteBatch } from '@parley/realtime/hub';
import type { Hub } from '@parley/realtime/hub';
import { PipelinedReply, StreamedReply } from '@parley/realtime/requests';
import type { Actor, EventRegistry, Outcome } from '@parley/realtime/requests';
import { WebSocket } from 'ws';

import { textsIn } from '../../../test/support/texts-in.js';
import type { EventRateLimit } from './event-rate.js';
import { FrameLoop } from './frame-loop.js';
import type { FrameWatch } from './frame-watch.js';
import { SocketConnection } from './socket-connection.js';
import type { SocketMetrics } from './socket-metrics.js';
import { UserUnsent } from './send-buffer.js';

const MAX_UNSENT_BYTES = 1_000;

/** A socket whose peer reads when a test calls `reads`. */
class Peer {
  readonly received: string[] = [];
  readyState: WebSocket['readyState'] = WebSocket.OPEN;
  private unread: { readonly bytes: number; readonly left: () => void }[] = [];

  get bufferedAmount(): number {
    return this.unread.reduce((sum, { bytes }) => sum + bytes, 0);
  }

  write(bytes: Buffer, left: () => void): void {
    const { data, error } = JSON.parse(textsIn(bytes).join()) as { data?: { text: string }; error?: { code: number } };
    this.received.push(data ? data.text.slice(0, 20) : String(error?.code));
    this.unread.push({ bytes: bytes.length, left });
  }

  cork(): void {
    return;
  }

  uncork(): void {
    return;
  }

  reads(): void {
    for (const { left } of this.unread.splice(0)) left();
  }

  close(): void {
    this.readyState = WebSocket.CLOSING;
  }
}

const frame = (text: string): ServerEvent => ({ eventType: 'news', data: { text } }) as unknown as ServerEvent;
const LONG = 'long'.padEnd(MAX_UNSENT_BYTES);

let peer: Peer;
let connection: SocketConnection;
let loop: FrameLoop;
/** The outcome of each event, by name. */
let events: Record<string, () => Outcome>;
let ended: boolean;
let paidPages: number;
let budgetIsSpent: boolean;

const deliver = (text: string): void => connection.deliver(OutboundFrame.from(frame(text)));
const request = (name: string): void => loop.receive(JSON.stringify({ event_type: name, data: {}, request_id: '1' }));
const settle = async (): Promise<void> => {
  for (let turns = 0; turns < 5; turns += 1) await new Promise((resolve) => setImmediate(resolve));
};

/** Pages, with a frame of another sender while each is made. */
async function* pages(...texts: string[]): AsyncGenerator<ServerEvent, void> {
  try {
    for (const text of texts) {
      deliver(`sent during ${text.slice(0, 4)}`);
      await Promise.resolve();
      yield frame(text);
    }
  } finally {
    ended = true;
  }
}

beforeEach(() => {
  peer = new Peer();
  ended = false;
  const metrics = { event: () => undefined, limited: () => undefined } as unknown as SocketMetrics;
  const hub = { writes: new WriteBatch(), visibleTo: (_: string, frame: OutboundFrame) => frame } as unknown as Hub;
  connection = new SocketConnection(
    peer as unknown as WebSocket,
    peer as unknown as Duplex,
    hub,
    MAX_UNSENT_BYTES,
    new UserUnsent(MAX_UNSENT_BYTES),
    metrics,
    { user: 1 },
  );
  const registry = { find: (name: string) => ({ handle: () => Promise.resolve(events[name]?.()) }) };
  const rateLimit = { check: () => undefined } as unknown as EventRateLimit;
  const actor = { user: { id: 1 } } as Actor;
  paidPages = 0;
  const budgets = {
    charge: () => {
      if (budgetIsSpent) throw tooFast('Too much work.', 2);
    },
    pay: () => undefined,
    payPage: () => {
      paidPages += 1;
      return Promise.resolve();
    },
  };
  budgetIsSpent = false;
  const watch = { begin: () => undefined, fault: () => '1' } as unknown as FrameWatch;
  loop = new FrameLoop(connection, rateLimit, actor, registry as unknown as EventRegistry, metrics, watch, budgets);
  connection.release();
  loop.start();
  events = {
    pages: () => new StreamedReply(pages('one', 'two')),
    long: () => new StreamedReply(pages(LONG, 'two')),
    next: () => frame('next'),
  };
});

describe('a pipelined reply', () => {
  /** The replies that started, in their order. */
  let started: { readonly key: string; readonly answer: (text: string) => void }[];

  const pipelined = (key: string) => (): PipelinedReply =>
    new PipelinedReply(
      key,
      () =>
        new Promise((resolve) => {
          started.push({
            key,
            answer: (text) => resolve(frame(text)),
          });
        }),
    );

  beforeEach(() => {
    started = [];
    let turns = 0;
    Object.assign(events, {
      here: pipelined('here'),
      here_and_there: () => pipelined((turns += 1) > 1 ? 'there' : 'here')(),
      dispatching: () => {
        deliver('dispatched');
        return frame('done');
      },
    });
  });

  const keys = (): string[] => started.map(({ key }) => key);

  it('lets frames of the same event start, but no other events, whose dispatches could overtake it', async () => {
    for (const name of ['here', 'here', 'dispatching']) request(name);
    await settle();
    expect([keys(), peer.received]).toEqual([['here', 'here'], []]);
    for (const [at, { answer }] of started.entries()) answer(`answer ${String(at)}`);
    await settle();
    expect(peer.received).toEqual(['answer 0', 'answer 1', 'dispatched', 'done']);
  });

  it('is sent in its turn, though a later one is ready sooner', async () => {
    for (const name of ['here', 'here']) request(name);
    await settle();
    started[1]!.answer('second');
    await settle();
    expect(peer.received).toEqual([]);
    started[0]!.answer('first');
    await settle();
    expect(peer.received).toEqual(['first', 'second']);
  });

  it('lets no frame with another ordering key start', async () => {
    for (let times = 0; times < 3; times += 1) request('here_and_there');
    await settle();
    expect(keys()).toEqual(['here']);
    started[0]!.answer('first');
    await settle();
    expect([keys(), peer.received]).toEqual([['here', 'there', 'there'], ['first']]);
  });
});

describe('a streamed reply', () => {
  it('is sent page by page, each followed by frames that arrived meanwhile; then the next answer', async () => {
    request('pages');
    request('next');
    await settle();
    deliver('later');
    expect(peer.received).toEqual(['one', 'sent during one', 'two', 'sent during two', 'next', 'later']);
  });

  it('waits for a peer that does not read', async () => {
    request('long');
    await settle();
    expect(peer.received.map((text) => text.trim())).toEqual(['long', 'sent during long']);
    peer.reads();
    await settle();
    expect(peer.received.slice(2)).toEqual(['two', 'sent during two']);
    expect(ended).toBe(true);
  });

  it('pays for every page after the first, which its event has paid', async () => {
    events.three = () => new StreamedReply(pages('one', 'two', 'three'));
    request('three');
    await settle();
    expect(peer.received).toContain('three');
    expect(paidPages).toBe(2);
  });

  it('ends with an error if a page cannot be made, after the frames that were held back', async () => {
    events.broken = () =>
      new StreamedReply(
        (async function* () {
          yield* pages('one');
          deliver('sent during two');
          await Promise.resolve();
          throw notFound('It is gone.');
        })(),
      );
    request('broken');
    request('next');
    await settle();
    expect(peer.received).toEqual(['one', 'sent during one', 'sent during two', '4004', 'next']);
  });

  it.each([
    ['has closed', () => undefined],
    ['is closing', () => connection.close(CloseCode.goingDown, 'going down')],
  ])('sends no further pages to a peer that %s', async (_, leave) => {
    request('long');
    await settle();
    leave();
    loop.stop();
    peer.reads();
    await loop.settled();
    expect(peer.received).toHaveLength(2);
    expect(ended).toBe(true);
  });
});

describe('an event that its user cannot pay', () => {
  it('is refused in its turn and not handled', async () => {
    budgetIsSpent = true;
    request('next');
    await settle();
    expect(peer.received).toEqual(['4029']);
  });
});

describe('an event that finds no free connection to the database', () => {
  it('is refused as too fast, and not as a failure', async () => {
    events.late = () => {
      throw new Error('timeout exceeded when trying to connect');
    };
    request('late');
    request('next');
    await settle();
    expect(peer.received).toEqual(['4029', 'next']);
  });
});
