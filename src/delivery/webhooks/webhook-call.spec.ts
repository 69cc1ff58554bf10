import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';

import { call } from './webhook-call.js';

const SECRET = `whsec_${Buffer.from('a secret of a missing receiver').toString('base64')}`;

function received(url: string, isPublicOnly = false, allowed: readonly string[] = []): ReturnType<typeof call> {
  const webhook = { id: 'w', url, secret: SECRET, isPublicOnly };
  const delivery = {
    id: 'd',
    event: 'webhook.test',
    roomId: null,
    seq: null,
    data: {},
    createdAt: new Date(),
    attempts: 1,
  };
  return call(webhook, delivery, allowed, new AbortController().signal);
}

describe('a webhook call that does not reach a receiver', () => {
  it.each([
    ['no process listens on the port', 'http://127.0.0.1:1999/', 'ECONNREFUSED'],
    ['the port is reserved for another protocol', 'http://127.0.0.1:6000/', 'its port is blocked'],
  ])('returns the reason if %s', async (_, url, why) => {
    await expect(received(url)).resolves.toEqual({
      taken: false,
      status: null,
      error: expect.stringContaining(why) as string,
    });
  });

  it('never returns the address', async () => {
    const answer = await received('http://someone:hunter2@127.0.0.1:6000/hunter2');
    expect(JSON.stringify(answer)).not.toMatch(/hunter2|127/);
  });
});

describe('a webhook of an administrator', () => {
  let server: Server;
  let requests: number;
  beforeEach(async () => {
    requests = 0;
    server = createServer((_, response) => {
      requests += 1;
      response.end();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  });
  afterEach(() => new Promise((resolve) => server.close(resolve)));

  it('reaches no address inside the network, by whatever name', async () => {
    const { port } = server.address() as AddressInfo;
    for (const host of [
      '127.0.0.1',
      '0x7f.1',
      'localhost',
      '[::1]',
      '[::ffff:127.0.0.1]',
      'a.localhost',
      '2130706433',
    ]) {
      const answer = await received(`http://${host}:${String(port)}/`, true);
      expect([host, answer]).toEqual([host, { taken: false, status: null, error: 'its host is not public' }]);
    }
    expect(requests).toBe(0);
  });

  it('reaches those that the deployment allows, and a webhook of an operator reaches any', async () => {
    const url = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}/`;
    await expect(received(url, true, ['127.0.0.1'])).resolves.toEqual({ taken: true });
    await expect(received(url)).resolves.toEqual({ taken: true });
    expect(requests).toBe(2);
  });

  it('is looked up', async () => {
    const answer = await received('http://no-such-host.example/', true);
    expect(answer).toEqual({
      taken: false,
      status: null,
      error: expect.stringMatching(/ENOTFOUND|EAI_AGAIN|not public/) as string,
    });
  });
});
