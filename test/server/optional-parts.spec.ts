import { existsSync } from 'node:fs';
import { join } from 'node:path';

import { Administration } from '../support/administration.js';
import { makeKey } from '../support/api.js';
import { users } from '../support/people.js';
import type { TestUser } from '../support/people.js';
import { Service } from '../support/service.js';

/** The spec of the settings of the platform says which parts are on in production, and with each value. */
const ON = { SERVE_DOCS: 'on', WEB_CLIENT: 'on', ADMIN_PAGE: 'on', API: 'on' };

const PAGES = ['/', '/docs', '/docs/', '/docs/asyncapi.yaml', '/docs/openapi.yaml', '/admin', '/admin/'];
const ROUTES = ['/api/rooms/', '/api/admin/me/', '/api/admin/figures/', '/api/admin/figures/history/'];
const SITE = join(import.meta.dirname, '../../dist/docs/index.html');
const SESSION = '/api/web/session/';

let parley: Service;
let alice: TestUser;
/** A key of Alice. */
let key: string;

beforeAll(async () => {
  parley = await Service.start({ NODE_ENV: 'production', API: 'off' });
  ({ alice } = await users(parley, 'alice'));
  await Administration.by(parley, alice, 'admin');
  ({ key } = await makeKey(parley, { user: alice }));
});
afterAll(() => parley.stop());

/** @returns the status and, of JSON, the body */
async function answers(path: string, init: RequestInit = {}): Promise<object> {
  const response = await fetch(parley.url + path, init);
  const isJson = response.headers.get('content-type')?.startsWith('application/json') === true;
  return { status: response.status, ...(isJson ? { body: (await response.json()) as object } : {}) };
}

const withToken = (path: string): RequestInit => ({
  headers: { authorization: `Bearer ${path.startsWith('/api/rooms') ? key : alice.tokens.access}` },
});

describe('a part that is off', () => {
  it.each([...PAGES, ...ROUTES, '/api/push/key/', '/api/push/subscriptions/'])('answers %s with 404', async (path) => {
    await expect(answers(path, withToken(path))).resolves.toMatchObject({ status: 404, body: { code: 'not_found' } });
  });

  it('answers the log-in of the web client with 404', async () => {
    const headers = { 'content-type': 'application/json', origin: 'http://localhost' };
    for (const method of ['POST', 'PUT', 'DELETE']) {
      await expect(answers(SESSION, { method, headers, body: '{}' })).resolves.toMatchObject({ status: 404 });
    }
  });

  it.each(['/setup', '/invite'])('is not %s, whose page is served with all its files', async (path) => {
    const page = await fetch(parley.url + path);
    expect([page.status, page.headers.get('referrer-policy')]).toEqual([200, 'no-referrer']);
    const files = [...(await page.text()).matchAll(/(?:src|href)="([^"]+)"/g)].map(([, file = '']) => file);
    expect(files.length).toBeGreaterThan(3);
    for (const file of files) expect([file, (await fetch(new URL(file, page.url))).status]).toEqual([file, 200]);
  });

  it('is not mentioned at the start, and Web Push without VAPID keys once', () => {
    expect(parley.output).not.toContain('/admin/');
    expect(parley.output.match(/Web Push is off/g)).toHaveLength(1);
  });
});

describe('a part that is on in production', () => {
  beforeAll(() => parley.restart('SIGTERM', ON));

  it.each([...PAGES, ...ROUTES.slice(0, 3)])('answers %s', async (path) => {
    // The site may not be built, and says so.
    const isSite = /^\/docs\/?$/.test(path);
    const expected = isSite && !existsSync(SITE) ? { status: 404, body: { code: 'not_built' } } : { status: 200 };
    await expect(answers(path, withToken(path))).resolves.toMatchObject(expected);
  });

  it('has the address of the administration page in the log', () => {
    expect(parley.output).toContain(`The administration page is at ${parley.url}/admin/`);
  });
});
