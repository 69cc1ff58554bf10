import type { Service } from '../support/service.js';
import { sharedService } from '../support/shared-services.js';

const NOTHING = "default-src 'none';base-uri 'none';form-action 'none';frame-ancestors 'none'";

let service: Service;

beforeAll(async () => {
  service = await sharedService();
});

async function headersOf(path: string, request: RequestInit = {}): Promise<Record<string, string>> {
  const response = await fetch(service.url + path, request);
  await response.text();
  return Object.fromEntries(response.headers);
}

/** By directive. */
const directivesOf = (policy = ''): Map<string, string[]> =>
  new Map(
    policy.split(';').map((directive) => {
      const [name = '', ...sources] = directive.trim().split(' ');
      return [name, sources];
    }),
  );

describe('every answer', () => {
  it.each<[string, RequestInit]>([
    ['/docs', { redirect: 'manual' }],
    ['/docs/asyncapi.yaml', {}],
    ['/health/live', {}],
    ['/metrics', {}],
    ['/nowhere', {}],
    ['/api/token/', { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{' }],
    ['/api/token/', { method: 'POST', headers: { 'content-type': 'text/html' }, body: '<p>' }],
  ])(
    'is taken for what it says it is, stands in no frame, and tells nobody where one was: %s',
    async (path, request) => {
      const headers = await headersOf(path, request);
      expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
      expect(headers).toMatchObject({
        'cache-control': 'no-store',
        'cross-origin-opener-policy': 'same-origin',
        'cross-origin-resource-policy': 'same-origin',
        'referrer-policy': 'no-referrer',
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
      });
    },
  );

  it('does not say what it was made by, nor speak for the proxy about TLS', async () => {
    const headers = await headersOf('/docs');
    expect(headers).not.toHaveProperty('x-powered-by');
    expect(headers).not.toHaveProperty('server');
    expect(headers).not.toHaveProperty('strict-transport-security');
  });

  it.each(['/docs/openapi.yaml', '/health/ready', '/nowhere'])(
    'that is no page loads and runs nothing: %s',
    async (path) => {
      expect((await headersOf(path))['content-security-policy']).toBe(NOTHING);
    },
  );
});

describe.each(['/docs/', '/docs/reference.html', '/docs/events'])('the page at %s', (path) => {
  it('runs files of its own alone, and has nothing that its policy does not let in', async () => {
    const response = await fetch(service.url + path);
    const policy = directivesOf(response.headers.get('content-security-policy') ?? '');
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

    const page = await response.text();
    for (const [, script = ''] of page.matchAll(/<script\b([^>]*)>/g)) expect(script).toMatch(/ src="\/docs\//);
    expect(page).not.toMatch(/<(style|iframe|object|embed|form|base|audio|video|source)\b/i);
    expect(page).not.toMatch(/<[^>]*\son\w+\s*=/i);
    expect(page).not.toMatch(/<(link|script|img)\b[^>]*\s(src|href)="(?!\/docs\/|data:)/i);
  });
});
