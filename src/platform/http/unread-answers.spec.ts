import { once } from 'node:events';
import { createServer } from 'node:http';
import type { Server, ServerResponse } from 'node:http';
import { connect } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';

import { eventually } from '../../../test/support/eventually.js';
import { cutUnreadAnswers } from './unread-answers.js';

/** Far more than the buffers of the kernel. */
const LONG = Buffer.alloc(32 * 1_024 * 1_024, 'x');

let server: Server | undefined;
let client: Socket;
let received: number;
let text: string;

afterEach(() => {
  client.destroy();
  server?.closeAllConnections();
  server?.close();
});

/** Sends one request, and reads nothing. @returns the answer */
async function requestAnswer(seconds: number, answer: (response: ServerResponse) => void): Promise<ServerResponse> {
  server = createServer();
  const cut = cutUnreadAnswers(server, seconds);
  server.on('request', (request, response) => {
    cut(request, response, () => answer(response));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const requested = once(server, 'request') as Promise<[unknown, ServerResponse]>;
  client = connect((server.address() as AddressInfo).port, '127.0.0.1');
  client.on('error', () => undefined);
  client.pause();
  client.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n');
  [received, text] = [0, ''];
  return (await requested)[1];
}

/** Reads a part of what has arrived. */
function read(): void {
  const bytes = client.read() as Buffer | null;
  received += bytes?.length ?? 0;
  text = bytes?.toString('latin1').slice(0, 1_000) ?? text;
}

describe('an answer', () => {
  it('that the client does not read ends the connection', async () => {
    const answer = await requestAnswer(0.1, (response) => response.end(LONG));
    await once(answer, 'close');
    expect(answer.req.socket.destroyed).toBe(true);
  });

  it('that the client reads slowly is sent to its end, however long that takes', async () => {
    const from = performance.now();
    await requestAnswer(1, (response) => response.end(LONG));
    await eventually(() => {
      read();
      return received > LONG.length;
    }, 25_000);
    expect(performance.now() - from).toBeGreaterThan(2_000);
  });

  it('that the client does not read ends the connection of a client that goes on sending', async () => {
    const answer = await requestAnswer(0.1, (response) => response.end(LONG));
    await eventually(() => {
      client.write('\r\n');
      return answer.req.socket.destroyed;
    });
  });

  it('that comes late is sent', async () => {
    const answer = await requestAnswer(0.1, (response) => {
      // Later than the time after which a waiting answer is cut.
      setTimeout(() => response.end('late'), 300);
    });
    await eventually(() => {
      read();
      return text.endsWith('late');
    });
    expect(answer.req.socket.destroyed).toBe(false);
  });
});
