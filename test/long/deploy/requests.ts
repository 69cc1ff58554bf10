import { request } from 'node:http';
import { text } from 'node:stream/consumers';

import { WebSocket } from 'ws';

export interface Answer {
  readonly status: number;
  readonly body: string;
}

interface Requested {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** JSON. */
  readonly body?: object;
  /** The local address of the request, on the loopback. */
  readonly from?: string;
}

/** One request; the path is sent unchanged. */
export function sendRequest(url: string, path: string, { method = 'GET', headers = {}, body, from }: Requested = {}) {
  const { hostname, port } = new URL(url);
  return new Promise<Answer>((resolve, reject) => {
    const requested = request({ hostname, port, path, method, agent: false, localAddress: from }, (response) => {
      text(response).then((answered) => resolve({ status: response.statusCode ?? 0, body: answered }), reject);
    });
    for (const [name, value] of Object.entries(headers)) requested.setHeader(name, value);
    if (body) requested.setHeader('content-type', 'application/json');
    requested.once('error', reject);
    requested.end(body && JSON.stringify(body));
  });
}

/** An open socket that sends and reads nothing, with a token in the query. */
export async function silentSocket(url: string, token: string): Promise<WebSocket> {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/messaging/?token=${token}`);
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
  return socket;
}
