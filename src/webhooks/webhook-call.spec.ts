import { call } from './webhook-call.js';

const SECRET = `whsec_${Buffer.from('of a receiver that is not there').toString('base64')}`;

function told(url: string): ReturnType<typeof call> {
  const webhook = { id: 'w', url, secret: SECRET };
  const delivery = {
    id: 'd',
    event: 'webhook.test',
    room_id: null,
    seq: null,
    data: {},
    created_at: new Date(),
    attempts: 1,
  };
  return call(webhook, delivery, new AbortController().signal);
}

describe('a call that reaches nobody', () => {
  it.each([
    ['nobody listens', 'http://127.0.0.1:1999/', 'ECONNREFUSED'],
    ['a port is asked that is for something else', 'http://127.0.0.1:6000/', 'its port is blocked'],
  ])('says why, where %s', async (_, url, why) => {
    await expect(told(url)).resolves.toEqual({
      ...{ taken: false, status: null },
      error: expect.stringContaining(why) as string,
    });
  });

  it('never says the address', async () => {
    const answer = await told('http://someone:hunter2@127.0.0.1:6000/hunter2');
    expect(JSON.stringify(answer)).not.toMatch(/hunter2|127/);
  });
});
