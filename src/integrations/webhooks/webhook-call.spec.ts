import { call } from './webhook-call.js';

const SECRET = `whsec_${Buffer.from('a secret of a missing receiver').toString('base64')}`;

function received(url: string): ReturnType<typeof call> {
  const webhook = { id: 'w', url, secret: SECRET };
  const delivery = {
    id: 'd',
    event: 'webhook.test',
    roomId: null,
    seq: null,
    data: {},
    createdAt: new Date(),
    attempts: 1,
  };
  return call(webhook, delivery, new AbortController().signal);
}

describe('a webhook call that does not reach a receiver', () => {
  it.each([
    ['no process listens on the port', 'http://127.0.0.1:1999/', 'ECONNREFUSED'],
    ['the port is reserved for another protocol', 'http://127.0.0.1:6000/', 'its port is blocked'],
  ])('returns the reason if %s', async (_, url, why) => {
    await expect(received(url)).resolves.toEqual({
      ...{ taken: false, status: null },
      error: expect.stringContaining(why) as string,
    });
  });

  it('never returns the address', async () => {
    const answer = await received('http://someone:hunter2@127.0.0.1:6000/hunter2');
    expect(JSON.stringify(answer)).not.toMatch(/hunter2|127/);
  });
});
