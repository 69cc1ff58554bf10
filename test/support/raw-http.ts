import { once } from 'node:events';
import { connect } from 'node:net';

export interface RawAnswer {
  /** 0: there was no answer. */
  readonly status: number;
  /** The unchanged status line and headers. */
  readonly head: string;
}

/**
 * Sends these bytes to the server, valid or not.
 * @param request in Latin-1
 * @returns the first answer; later ones are ignored
 */
export async function sendRaw(url: string, request: string): Promise<RawAnswer> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  let received = '';
  const answered = new Promise<void>((resolve) => {
    socket.on('data', (bytes) => {
      received += bytes.toString('latin1');
      if (received.includes('\r\n\r\n')) resolve();
    });
    socket.on('error', () => undefined);
    socket.on('close', () => resolve());
  });
  socket.write(Buffer.from(request, 'latin1'));
  await answered;
  socket.destroy();
  const [head = ''] = received.split('\r\n\r\n');
  return { status: Number(/^HTTP\/1\.1 (\d{3})/.exec(head)?.[1] ?? 0), head };
}

/** The headers of a handshake. A list of values becomes one line per value. */
export type Headers = Readonly<Record<string, string | readonly string[] | undefined>>;

/** @param headers replace or extend those of a valid handshake */
export function handshake(target: string, headers: Headers = {}, method = 'GET'): string {
  const all: Headers = {
    Host: 'localhost',
    Connection: 'Upgrade',
    Upgrade: 'websocket',
    'Sec-WebSocket-Version': '13',
    'Sec-WebSocket-Key': Buffer.alloc(16).toString('base64'),
    ...headers,
  };
  const lines = Object.entries(all).flatMap(([name, value]) =>
    (value === undefined ? [] : [value]).flat().map((each) => `${name}: ${each}`),
  );
  return [`${method} ${target} HTTP/1.1`, ...lines, '', ''].join('\r\n');
}
