import { once } from 'node:events';
import { connect } from 'node:net';
import type { Socket } from 'node:net';

import { eventually } from '../support/eventually.js';
import { Service } from '../support/service.js';

const MOST_WAITING = 2_000;
/** Each answer has more than 10 KB: together far more than the kernel's buffers, of which the largest have some MiB. */
const UNREAD = MOST_WAITING + 1;

let parley: Service;
let client: Socket;

beforeAll(async () => {
  parley = await Service.start({ MAX_PIPELINED_REQUESTS: String(MOST_WAITING), STALLED_ANSWER_SECONDS: '1' });
});
afterAll(() => parley.stop());
beforeEach(async () => {
  const { hostname, port } = new URL(parley.url);
  client = connect(Number(port), hostname);
  client.on('error', () => undefined);
  await once(client, 'connect');
});
afterEach(() => {
  client.destroy();
});

const request = (path: string, id: string): string =>
  `GET ${path} HTTP/1.1\r\nHost: localhost\r\nX-Request-Id: ${id}\r\n\r\n`;
const idsIn = (text: string): string[] => [...text.matchAll(/^x-request-id: (\S+)\r$/gim)].map(([, id]) => id!);

describe('pipelined requests of one connection', () => {
  it('are all answered in their order, up to the limit', async () => {
    let received = '';
    client.on('data', (bytes) => (received += bytes.toString()));
    const ids = Array.from({ length: MOST_WAITING + 1 }, (_, at) => `request-${String(at)}`);
    client.write(ids.map((id, at) => request(at % 2 ? '/health/live' : '/nothing', id)).join(''));
    await eventually(() => idsIn(received).length === ids.length);
    expect(idsIn(received)).toEqual(ids);
  });

  it('end the connection beyond the limit', async () => {
    // One segment, so that all arrive before the first is answered.
    const few = await Service.start({ MAX_PIPELINED_REQUESTS: '2' });
    const { hostname, port } = new URL(few.url);
    for (const [requests, answered] of [
      [3, 3],
      [4, 0],
    ] as const) {
      const pipelining = connect(Number(port), hostname);
      let received = '';
      pipelining.on('data', (bytes) => (received += bytes.toString()));
      pipelining.on('error', () => undefined);
      const closed = once(pipelining, 'close');
      pipelining.write(
        Array.from({ length: requests }, (_, at) => request('/health/live', `r-${String(at)}`)).join(''),
      );
      if (answered > 0) await eventually(() => idsIn(received).length === answered);
      else await closed;
      expect(idsIn(received)).toHaveLength(answered);
      pipelining.destroy();
    }
    await few.stop();
  });
});

describe('a connection that does not read its answers', () => {
  it('is cut', async () => {
    client.pause();
    client.write(Array.from({ length: UNREAD }, (_, at) => request('/metrics', `r-${String(at)}`)).join(''));
    // A client that does not read learns of the end by a write.
    await eventually(() => {
      client.write('\r\n');
      return client.destroyed;
    });
  });
});
