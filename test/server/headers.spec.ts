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

/** The policy by directive. */
const directivesOf = (policy = ''): Map<string, string[]> =>
  new Map(
    policy.split(';').map((directive) => {
      const [name = '', ...sources] = directive.trim().split(' ');
      return [name, sources];
    }),
  );

describe('every HTTP answer', () => {
  it.each<[string, RequestInit]>([
    ['/docs', { redirect: 'manual' }],
    ['/docs/asyncapi.yaml', {}],
    ['/health/live', {}],
    ['/metrics', {}],
    ['/nowhere', {}],
    ['/api/token/', { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{' }],
    ['/api/token/', { method: 'POST', headers: { 'content-type': 'text/html' }, body: '<p>' }],
  ])('forbids type sniffing, framing and referrers: %s', async (path, request) => {
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
  });

  it('has no headers about its software, nor about TLS, which is up to the proxy', async () => {
    const headers = await headersOf('/docs');
    expect(headers).not.toHaveProperty('x-powered-by');
    expect(headers).not.toHaveProperty('server');
    expect(headers).not.toHaveProperty('strict-transport-security');
  });

  it.each(['/docs/openapi.yaml', '/health/ready', '/nowhere'])(
    'that is no page may load and run nothing: %s',
    async (path) => {
      expect((await headersOf(path))['content-security-policy']).toBe(NOTHING);
    },
  );
});

describe.each(['/docs/', '/docs/reference.html', '/docs/events'])('the page at %s', (path) => {
  it('runs only its own files, and contains nothing that its policy blocks', async () => {
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
