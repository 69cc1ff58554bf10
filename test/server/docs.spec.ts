import { Ajv2020 } from 'ajv/dist/2020.js';
import { parse } from 'yaml';

import { users } from '../support/people.js';
import { Service } from '../support/service.js';
import { sharedService } from '../support/shared-services.js';

const places = ['/docs', '/docs/', '/docs/asyncapi.yaml', '/docs/openapi.yaml'];
const production = { NODE_ENV: 'production' };

const statuses = (service: Service): Promise<number[]> =>
  Promise.all(places.map(async (place) => (await fetch(service.url + place)).status));

describe('the documentation', () => {
  let service: Service;

  beforeAll(async () => {
    service = await sharedService();
  });

  it.each(['asyncapi', 'openapi'])('serves the contract to programs outside production: %s', async (kind) => {
    const response = await fetch(`${service.url}/docs/${kind}.yaml`);
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/yaml; charset=utf-8']);
    expect(parse(await response.text())).toHaveProperty(kind);
  });

  it.each(['/docs', '/docs/'])('is served to browsers outside production at %s', async (place) => {
    const response = await fetch(service.url + place);
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect(await response.text()).toContain('href="/docs/quick-start.html"');
  });

  it('contains every event, object and route in its reference', async () => {
    const page = await (await fetch(`${service.url}/docs/reference`)).text();
    const shown = [...page.matchAll(/<h3 id="([^"]+)"/g)].map(([, id]) => id);
    expect(shown).toEqual(
      expect.arrayContaining(['message.send', 'room.create', 'chat.notifications', 'Message', 'post-api-token']),
    );
  });

  it.each(['/docs/no-such-page', '/docs/no/such/page.html'])(
    'answers the unknown page %s with HTML to a browser, and with JSON to a program',
    async (path) => {
      const html = await fetch(service.url + path, { headers: { accept: 'text/html,*/*;q=0.8' } });
      expect([html.status, html.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8']);
      expect(html.headers.get('content-security-policy')).toContain("script-src 'self'");
      expect(await html.text()).toContain('<title>404');
      const json = await fetch(service.url + path);
      expect([json.status, await json.json()]).toEqual([404, { detail: 'Not found.', code: 'not_found' }]);
    },
  );

  it('is not served with SERVE_DOCS=off', async () => {
    const closed = await Service.start({ SERVE_DOCS: 'off' });
    try {
      expect(await statuses(closed)).toEqual([404, 404, 404, 404]);
      const response = await fetch(`${closed.url}/docs`);
      expect(await response.json()).toEqual({ detail: 'Not found.', code: 'not_found' });
    } finally {
      await closed.stop();
    }
  });

  it('is not served in production, unless SERVE_DOCS=on', async () => {
    const closed = await Service.start(production);
    try {
      expect(await statuses(closed)).toEqual([404, 404, 404, 404]);
      await closed.restart('SIGTERM', { SERVE_DOCS: 'on' });
      expect(await statuses(closed)).toEqual([200, 200, 200, 200]);
    } finally {
      await closed.stop();
    }
  });

  describe('matches the answers over HTTP', () => {
    const ajv = new Ajv2020({ strict: false, validateSchema: false });

    beforeAll(async () => {
      void ajv.addSchema(parse(await (await fetch(`${service.url}/docs/openapi.yaml`)).text()) as object, 'openapi');
    });

    /** Sends a request, and checks the answer by the schema of its status. @returns the status */
    const request = async (method: 'get' | 'post', path: string, body?: object): Promise<number> => {
      const headers = { 'content-type': 'application/json' };
      const response = await fetch(
        service.url + path,
        body ? { method, headers, body: JSON.stringify(body) } : { method },
      );
      const type = response.headers.get('content-type')?.split(';')[0] ?? '';
      const place = ['paths', path, method, 'responses', response.status, 'content', type, 'schema'];
      const pointer = place.map((step) => encodeURIComponent(String(step).replaceAll('~', '~0').replaceAll('/', '~1')));
      const text = await response.text();
      if (text !== '') {
        const validate = ajv.getSchema(`openapi#/${pointer.join('/')}`);
        void validate?.(type === 'application/json' ? JSON.parse(text) : text);
        expect([path, validate ? (validate.errors ?? []) : 'not in the document']).toEqual([path, []]);
      }
      return response.status;
    };

    it('of the token endpoints', async () => {
      const { alice } = await users(service, 'alice');
      const { access, refresh } = alice.tokens;
      const password = 'correct horse battery staple';
      expect([
        await request('post', '/api/token/', { username: alice.username, password }),
        await request('post', '/api/token/', { username: alice.username, password: 'wrong' }),
        await request('post', '/api/token/', {}),
        await request('post', '/api/token/'),
        await request('post', '/api/token/', { username: 'x'.repeat(20_000) }),
        await request('post', '/api/token/verify/', { token: access }),
        await request('post', '/api/token/verify/', { token: 'none' }),
        await request('post', '/api/token/refresh/', { refresh }),
        await request('post', '/api/token/revoke/', { refresh: access }),
      ]).toEqual([200, 401, 400, 415, 413, 200, 401, 200, 401]);
    });

    it.each(['/health/live', '/health/ready', '/metrics'])('of %s', async (path) => {
      expect(await request('get', path)).toBe(200);
    });
  });
});
