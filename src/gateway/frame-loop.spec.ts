import type { Duplex } from 'node:stream';

import { CloseCode, notFound } from '@parley/protocol';
import type { ServerEvent } from '@parley/protocol';
import { Burst, OutboundFrame } from '@parley/realtime/hub';
import type { Hub } from '@parley/realtime/hub';
import { Deferred, Pages } from '@parley/realtime/inbound';
import type { Actor, EventRegistry, Outcome } from '@parley/realtime/inbound';
import { WebSocket } from 'ws';

import type { EventPace } from './event-pace.js';
import { textsIn } from '../../test/support/texts-in.js';
import { FrameLoop } from './frame-loop.js';
import type { FrameWatch } from './frame-watch.js';
import { SocketConnection } from './socket-connection.js';
import type { SocketMetrics } from './socket-metrics.js';

const MAX_UNSENT_BYTES = 1_000;

/** A peer that reads when it is told to, and not before. */
class Peer {
  readonly heard: string[] = [];
  readyState: WebSocket['readyState'] = WebSocket.OPEN;
  private unread: { readonly bytes: number; readonly left: () => void }[] = [];

  get bufferedAmount(): number {
    return this.unread.reduce((sum, { bytes }) => sum + bytes, 0);
  }

  write(bytes: Buffer, left: () => void): void {
    const { data, error } = JSON.parse(textsIn(bytes).join()) as { data?: { text: string }; error?: { code: number } };
    this.heard.push(data ? data.text.slice(0, 20) : String(error?.code));
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
/** What an event of this name does. */
let events: Record<string, () => Outcome>;
let ended: boolean;

const says = (text: string): void => {
  connection.deliver(OutboundFrame.of(frame(text)));
};
const asks = (name: string): void => {
  loop.receive(JSON.stringify({ event_type: name, data: {}, request_id: '1' }));
};
const settles = async (): Promise<void> => {
  for (let turns = 0; turns < 5; turns += 1) await new Promise((resolve) => setImmediate(resolve));
};

/** Pages, while each of which something is said. */
async function* pages(...texts: string[]): AsyncGenerator<ServerEvent, void> {
  try {
    for (const text of texts) {
      says(`said during ${text.slice(0, 4)}`);
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
  const hub = { burst: new Burst(), readBy: (_: string, told: OutboundFrame) => told } as unknown as Hub;
  connection = new SocketConnection(
    peer as unknown as WebSocket,
    peer as unknown as Duplex,
    hub,
    MAX_UNSENT_BYTES,
    metrics,
  );
  const registry = { find: (name: string) => ({ run: () => Promise.resolve(events[name]?.()) }) };
  const pace = { arrival: () => undefined } as unknown as EventPace;
  const watch = { begin: () => undefined, fault: () => '1' } as unknown as FrameWatch;
  loop = new FrameLoop(connection, pace, {} as Actor, registry as unknown as EventRegistry, metrics, watch);
  connection.release();
  loop.start();
  events = {
    pages: () => new Pages(pages('one', 'two')),
    long: () => new Pages(pages(LONG, 'two')),
    next: () => frame('next'),
  };
});

describe('an answer that is deferred', () => {
  /** What began, in its order, and how each is answered. */
  let begun: { readonly place: string; readonly answer: (text: string) => void }[];

  const laterIn = (place: string) => (): Deferred =>
    new Deferred(
      place,
      () =>
        new Promise((resolve) => {
          begun.push({
            place,
            answer: (text) => {
              resolve(frame(text));
            },
          });
        }),
    );

  beforeEach(() => {
    begun = [];
    let turns = 0;
    Object.assign(events, {
      here: laterIn('here'),
      here_and_there: () => laterIn((turns += 1) > 1 ? 'there' : 'here')(),
      telling: () => {
        says('told');
        return frame('done');
      },
    });
  });

  const places = (): string[] => begun.map(({ place }) => place);

  it('lets the next of its event start, and nothing else, which may say something to the asker too', async () => {
    for (const name of ['here', 'here', 'telling']) asks(name);
    await settles();
    expect([places(), peer.heard]).toEqual([['here', 'here'], []]);
    for (const [at, { answer }] of begun.entries()) answer(`answer ${String(at)}`);
    await settles();
    expect(peer.heard).toEqual(['answer 0', 'answer 1', 'told', 'done']);
  });

  it('is told in its turn, though a later one is known sooner', async () => {
    for (const name of ['here', 'here']) asks(name);
    await settles();
    begun[1]!.answer('second');
    await settles();
    expect(peer.heard).toEqual([]);
    begun[0]!.answer('first');
    await settles();
    expect(peer.heard).toEqual(['first', 'second']);
  });

  it('lets none begin of another place, which could be done sooner', async () => {
    for (let times = 0; times < 3; times += 1) asks('here_and_there');
    await settles();
    expect(places()).toEqual(['here']);
    begun[0]!.answer('first');
    await settles();
    expect([places(), peer.heard]).toEqual([['here', 'there', 'there'], ['first']]);
  });
});

describe('an answer in pages', () => {
  it('is told page by page: what is said while one is made follows it, and the next answer follows all', async () => {
    asks('pages');
    asks('next');
    await settles();
    says('later');
    expect(peer.heard).toEqual(['one', 'said during one', 'two', 'said during two', 'next', 'later']);
  });

  it('waits for a peer that does not read', async () => {
    asks('long');
    await settles();
    expect(peer.heard.map((text) => text.trim())).toEqual(['long', 'said during long']);
    peer.reads();
    await settles();
    expect(peer.heard.slice(2)).toEqual(['two', 'said during two']);
    expect(ended).toBe(true);
  });

  it('ends with an error where a page cannot be made, and what was said is told all the same', async () => {
    events.broken = () =>
      new Pages(
        (async function* () {
          yield* pages('one');
          says('said during two');
          await Promise.resolve();
          throw notFound('It is gone.');
        })(),
      );
    asks('broken');
    asks('next');
    await settles();
    expect(peer.heard).toEqual(['one', 'said during one', 'said during two', '4004', 'next']);
  });

  it.each([
    ['is gone', () => undefined],
    [
      'is told to go',
      () => {
        connection.close(CloseCode.goingDown, 'going down');
      },
    ],
  ])('has no further pages for a peer that %s', async (_, goes) => {
    asks('long');
    await settles();
    goes();
    loop.stop();
    peer.reads();
    await loop.settled();
    expect(peer.heard).toHaveLength(2);
    expect(ended).toBe(true);
  });
});
