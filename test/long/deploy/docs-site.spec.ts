import request from 'supertest';

import { Service } from '../../support/service.js';

/** The built site: `npm run test:long` builds it first, with `npm run build:docs`. */
describe('the documentation site', () => {
  let service: Service;

  beforeAll(async () => {
    service = await Service.start();
  });
  afterAll(() => service.stop());

  const get = (path: string): request.Test => request(service.url).get(path);

  it.each(['/docs', '/docs/'])('is served to browsers outside production at %s', async (place) => {
    await get(place)
      .redirects(1)
      .expect(200, /href="\/docs\/quick-start\.html"/)
      .expect('content-type', 'text/html; charset=utf-8');
  });

  it('is not served in production, unless SERVE_DOCS=on', async () => {
    const closed = await Service.start({ NODE_ENV: 'production' });
    try {
      await request(closed.url).get('/docs/').expect(404);
      await closed.restart('SIGTERM', { SERVE_DOCS: 'on' });
      await request(closed.url).get('/docs/').expect(200);
    } finally {
      await closed.stop();
    }
  });

  it('contains every event, object and route in its reference', async () => {
    const { text: page } = await get('/docs/reference');
    const shown = [...page.matchAll(/<h3 id="([^"]+)"/g)].map(([, id]) => id);
    expect(shown).toEqual(
      expect.arrayContaining(['message.send', 'room.create', 'chat.notifications', 'Message', 'post-api-token']),
    );
  });

  it.each(['/docs/no-such-page', '/docs/no/such/page.html'])(
    'answers the unknown page %s with HTML to a browser, and with JSON to a program',
    async (path) => {
      await get(path)
        .set('accept', 'text/html,*/*;q=0.8')
        .expect(404, /<title>404/)
        .expect('content-type', 'text/html; charset=utf-8')
        .expect('content-security-policy', /script-src 'self'/);
      await get(path).expect(404, { detail: 'Not found.', code: 'not_found' });
    },
  );

  it('is sent compressed, with all scripts and styles that it loads', async () => {
    const { text: page } = await get('/docs/');
    const parts = [...page.matchAll(/<(?:script|link)\b[^>]*\b(?:src|href)="([^"]+assets\/[^"]+\.(?:js|css))"/g)];
    expect(parts.length).toBeGreaterThan(1);
    for (const [, part = ''] of parts) {
      const read = async (accepted: string): Promise<[string | null, string]> => {
        const response = await fetch(new URL(part, service.url), { headers: { 'accept-encoding': accepted } });
        return [response.headers.get('content-encoding'), await response.text()];
      };
      const [encoding, text] = await read('identity');
      expect([part, encoding]).toEqual([part, null]);
      expect(await read('gzip, br')).toEqual(['br', text]);
      expect(await read('gzip')).toEqual(['gzip', text]);
    }
  });

  describe.each(['/docs/', '/docs/reference.html', '/docs/events'])('the page at %s', (path) => {
    it('runs only its own files, and contains nothing that its policy blocks', async () => {
      const { headers, text: page } = await get(path);
      const policy = directivesOf((headers as Readonly<Record<string, string>>)['content-security-policy']);
      expect(Object.fromEntries(policy)).toEqual({
        'default-src': ["'none'"],
        'script-src': ["'self'"],
        'style-src': ["'self'"],
        'style-src-attr': ["'unsafe-inline'"],
        'img-src': ["'self'", 'data:'],
        'connect-src': ["'self'"],
        'base-uri': ["'none'"],
        'form-action': ["'none'"],
        'frame-ancestors': ["'none'"],
      });

      for (const [, script = ''] of page.matchAll(/<script\b([^>]*)>/g)) expect(script).toMatch(/ src="\/docs\//);
      expect(page).not.toMatch(/<(style|iframe|object|embed|form|base|audio|video|source)\b/i);
      expect(page).not.toMatch(/<[^>]*\son\w+\s*=/i);
      expect(page).not.toMatch(/<(link|script|img)\b[^>]*\s(src|href)="(?!\/docs\/|data:)/i);
    });
  });
});

/** The policy by directive. */
const directivesOf = (policy = ''): Map<string, string[]> =>
  new Map(
    policy.split(';').map((directive) => {
      const [name = '', ...sources] = directive.trim().split(' ');
      return [name, sources];
    }),
  );
