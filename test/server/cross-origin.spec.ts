import request from 'supertest';

import { users } from '../support/people.js';
import type { TestUser } from '../support/people.js';
import { Service } from '../support/service.js';

const PAGE = 'https://app.example.com';

let service: Service;
let alice: TestUser;

beforeAll(async () => {
  service = await Service.start({ ALLOWED_HOSTS: 'app.example.com,127.0.0.1' });
  ({ alice } = await users(service, 'alice'));
});
afterAll(() => service.stop());

const preflight = (path: string, origin: string): request.Test =>
  request(service.url).options(path).set({ origin, 'access-control-request-method': 'POST' });

describe('a page of another origin', () => {
  it.each([
    '/api/uploads',
    '/api/uploads/1',
    '/api/token/',
    '/api/token/refresh/',
    '/api/push/',
    '/api/users/me/',
    '/api/files/1',
  ])('may ask %s with the token of a user, if its host is in ALLOWED_HOSTS', async (path) => {
    const answer = await preflight(path, PAGE);
    expect(answer.status).toBe(204);
    expect(answer.headers).toMatchObject({ 'access-control-allow-origin': PAGE, vary: 'Origin' });
    expect(answer.headers['access-control-allow-headers']).toContain('Authorization');
    expect(answer.headers['access-control-allow-headers']).toContain('Upload-Offset');
    expect(answer.headers['access-control-allow-methods']).toContain('PATCH');
    expect(answer.headers).not.toHaveProperty('access-control-allow-credentials');
  });

  it('reads answers and refusals, with their headers', async () => {
    const headers = { origin: PAGE, authorization: `Bearer ${alice.tokens.access}` };
    const made = await request(service.url).post('/api/uploads').set(headers).send({});
    expect(made.status).toBe(400);
    expect(made.headers['access-control-allow-origin']).toBe(PAGE);
    expect(made.headers['access-control-expose-headers']).toContain('Retry-After');
    const without = await request(service.url).post('/api/uploads').set({ origin: PAGE }).send({});
    expect([without.status, without.headers['access-control-allow-origin']]).toEqual([401, PAGE]);
  });

  it.each([
    ['/api/uploads', 'https://evil.example.com'],
    ['/api/uploads', 'null'],
    ['/api/web/session/', PAGE],
    ['/api/admin/me/', PAGE],
    ['/api/rooms/', PAGE],
    ['/health', PAGE],
  ])('may not ask %s from %s', async (path, origin) => {
    for (const answer of [await preflight(path, origin), await request(service.url).get(path).set({ origin })]) {
      expect(answer.headers).not.toHaveProperty('access-control-allow-origin');
    }
  });
});

it('a program asks without an origin, and tus its options, as before', async () => {
  const options = await request(service.url).options('/api/uploads');
  expect([options.status, options.headers['tus-version']]).toEqual([204, '1.0.0']);
  expect(options.headers).not.toHaveProperty('access-control-allow-origin');
});
