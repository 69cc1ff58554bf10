import { request } from 'node:http';
import { text } from 'node:stream/consumers';

import { WebSocket } from 'ws';

export interface Answer {
  readonly status: number;
  readonly body: string;
}

interface Asked {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** JSON. */
  readonly body?: object;
  /** Of the loopback, to come from. */
  readonly from?: string;
}

/** One request, for a path that is sent as it stands. */
export function asks(url: string, path: string, { method = 'GET', headers = {}, body, from }: Asked = {}) {
  const { hostname, port } = new URL(url);
  return new Promise<Answer>((resolve, reject) => {
    const asked = request({ hostname, port, path, method, agent: false, localAddress: from }, (response) => {
      text(response).then((answered) => {
        resolve({ status: response.statusCode ?? 0, body: answered });
      }, reject);
    });
    for (const [name, value] of Object.entries(headers)) asked.setHeader(name, value);
    if (body) asked.setHeader('content-type', 'application/json');
    asked.once('error', reject);
    asked.end(body && JSON.stringify(body));
  });
}

/** A socket by a token in the query, of whoever says nothing and hears nothing. It is open. */
export async function silentSocket(url: string, token: string): Promise<WebSocket> {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/messaging/?token=${token}`);
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
  return socket;
}
