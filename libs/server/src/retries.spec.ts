import { ParleyServer } from './parley-server.js';
import { ParleyServerError } from './parley-server-error.js';

const TIMING = { minRetryDelay: 1, maxRetryDelay: 2, timeout: 1_000 };

type Step = Response | Error;
interface Sent {
  readonly method: string;
  readonly path: string;
  readonly headers: Headers;
  readonly body: unknown;
}

/** A backend whose requests get these answers in turn. */
function backend(...steps: Step[]) {
  const sent: Sent[] = [];
  const send = async (input: string | URL | Request): Promise<Response> => {
    const request = input as Request;
    const { method, url, headers } = request;
    const text = await request.text();
    sent.push({ method, path: url.replace('http://chat', ''), headers, body: text === '' ? null : JSON.parse(text) });
    const step = steps.shift();
    if (step === undefined) throw new Error('There are no further answers.');
    if (step instanceof Error) throw step;
    return step;
  };
  return { server: new ParleyServer({ url: 'http://chat', key: 'KEY', timing: TIMING, fetch: send }), sent };
}

const ok = (body: object): Response => Response.json(body);
const refused = (status: number, code: string, headers: Record<string, string> = {}): Response =>
  Response.json({ detail: 'No.', code }, { status, headers });
const lost = (): Error => new TypeError('fetch failed', { cause: new Error('other side closed') });
const notSent = (): Error =>
  new TypeError('fetch failed', { cause: Object.assign(new Error('connect'), { code: 'ECONNREFUSED' }) });

describe('a request that is safe to repeat', () => {
  it('is repeated after a lost answer, and during an outage', async () => {
    const { server, sent } = backend(lost(), refused(503, 'unavailable'), ok({ id: 7 }));
    await expect(server.users.put('cust/1', { first_name: 'Ada', email: null })).resolves.toEqual({ id: 7 });
    expect(sent).toHaveLength(3);
    for (const { method, path, headers, body } of sent) {
      expect([method, path]).toEqual(['PUT', '/api/users/external/cust%2F1/']);
      expect(headers.get('authorization')).toBe('Bearer KEY');
      expect(body).toEqual({ first_name: 'Ada', email: null });
    }
  });

  it('is repeated when its answer is cut', async () => {
    const cut = new ReadableStream({
      start: (body) => {
        body.enqueue(new TextEncoder().encode('{"id":'));
        body.error(new Error('terminated'));
      },
    });
    const { server } = backend(new Response(cut, { status: 200 }), ok({ id: 7 }));
    await expect(server.users.put('1')).resolves.toEqual({ id: 7 });
  });

  it('is given up after five attempts', async () => {
    const { server, sent } = backend(...Array.from({ length: 9 }, lost));
    await expect(server.tokens.issue('1')).rejects.toMatchObject({
      status: 0,
      code: 'offline',
      detail: 'other side closed',
    });
    expect(sent).toHaveLength(5);
  });

  it('is a message, with the same client_message_id', async () => {
    const { server, sent } = backend(lost(), ok({ data: { id: 'm' } }));
    await expect(server.messages.send('r', 'hello')).resolves.toEqual({ id: 'm' });
    const ids = sent.map(({ body }) => (body as { client_message_id: string }).client_message_id);
    expect(ids[0]).toMatch(/^[\da-f-]{36}$/);
    expect(ids[1]).toBe(ids[0]);
  });
});

describe('a request that is not safe to repeat', () => {
  it.each<[string, () => Step]>([
    ['a lost answer', lost],
    ['an outage', () => refused(503, 'unavailable')],
  ])('is not repeated after %s', async (_, step) => {
    const { server, sent } = backend(step());
    await expect(server.rooms.create({ type: 'GroupChat', name: 'Engines' })).rejects.toThrow(ParleyServerError);
    expect(sent).toHaveLength(1);
  });

  it('is repeated if it was not sent, or not handled', async () => {
    const { server, sent } = backend(notSent(), refused(429, 'throttled'), ok({ data: { id: 'r' } }));
    await expect(server.rooms.create({ type: 'GroupChat', name: 'Engines' })).resolves.toEqual({ id: 'r' });
    expect(sent).toHaveLength(3);
  });

  it('is the deletion of a user, whose id is free afterwards', async () => {
    const { server, sent } = backend(lost());
    await expect(server.users.delete('1', 'erase')).rejects.toMatchObject({ code: 'offline' });
    expect(sent.map(({ path }) => path)).toEqual(['/api/users/external/1/?mode=erase']);
  });
});

describe('a limit', () => {
  it('is waited for as long as the service names', async () => {
    const { server } = backend(refused(429, 'throttled', { 'retry-after': '1' }), ok({ id: 7 }));
    const began = performance.now();
    await server.users.put('1');
    expect(performance.now() - began).toBeGreaterThan(990);
  });

  it.each(['3600', new Date(Date.now() + 3_600_000).toUTCString()])(
    'of more than a minute is thrown: %s',
    async (after) => {
      const { server, sent } = backend(refused(429, 'throttled', { 'retry-after': after }));
      const error = await server.users.put('1').catch((each: unknown) => each);
      expect(error).toMatchObject({ status: 429, code: 'throttled', detail: 'No.' });
      expect((error as ParleyServerError).retryAfter).toBeGreaterThan(3_590);
      expect(sent).toHaveLength(1);
    },
  );
});

describe('a refusal', () => {
  it.each<[string, Response, object]>([
    ['of a route', refused(403, 'scope_missing'), { status: 403, code: 'scope_missing', detail: 'No.' }],
    [
      'of an event',
      Response.json({ error: { code: 4004, detail: 'Gone.' } }, { status: 404 }),
      { status: 404, code: '4004', detail: 'Gone.' },
    ],
    [
      'of fields',
      Response.json({ name: ['Too long.'] }, { status: 400 }),
      { status: 400, code: 'invalid', detail: { name: ['Too long.'] } },
    ],
    ['of a proxy', new Response('<html>', { status: 502 }), { status: 502, code: 'unknown', detail: '<html>' }],
    ['without a body', new Response(null, { status: 500 }), { status: 500, code: 'unknown', detail: '' }],
  ])('%s is thrown with its status, code and reasons', async (_, answer, expected) => {
    const { server, sent } = backend(answer);
    await expect(server.users.find('ada')).rejects.toMatchObject(expected);
    expect(sent).toHaveLength(1);
  });
});

it('the routes by external id are those of the contract', async () => {
  const { server, sent } = backend(ok({ users: [] }), ...Array.from({ length: 5 }, () => ok({ id: 1 })));
  await server.users.putMany([{ external_id: '1' }]);
  await server.users.delete('1');
  await server.tokens.issue('1', { expires_in: 60, user: { first_name: 'Ada' } });
  await server.tokens.end('1');
  await server.rooms.put('o', { type: 'GroupChat', name: 'Order', members: ['1', '2'], created_by: '1' });
  await server.rooms.changeMembers('o', { add: ['3'], roles: { 3: 'admin' } });
  expect(sent.map(({ method, path, body }) => [method, path, body])).toEqual([
    ['POST', '/api/users/external/', { users: [{ external_id: '1' }] }],
    ['DELETE', '/api/users/external/1/?mode=deactivate', null],
    ['POST', '/api/users/external/1/tokens/', { expires_in: 60, user: { first_name: 'Ada' } }],
    ['DELETE', '/api/users/external/1/tokens/', null],
    ['PUT', '/api/rooms/external/o/', { type: 'GroupChat', name: 'Order', members: ['1', '2'], created_by: '1' }],
    ['POST', '/api/rooms/external/o/members/', { add: ['3'], roles: { 3: 'admin' } }],
  ]);
});

it('the user who acts is named also by a name of digits', async () => {
  const { server, sent } = backend(...Array.from({ length: 3 }, () => ok({ data: {} })));
  for (const user of [42, '42', 'zoë']) await server.rooms.get('r', { user });
  expect(sent.map(({ headers }) => headers.get('parley-user'))).toEqual(['42', 'username%3A42', 'zo%C3%AB']);
});
