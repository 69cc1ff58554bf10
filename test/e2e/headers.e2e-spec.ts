import { createHash } from 'node:crypto';

import { Service } from '../support/service.js';

const NOTHING = "default-src 'none';base-uri 'none';form-action 'none';frame-ancestors 'none'";

let service: Service;

beforeAll(async () => {
  service = await Service.start();
});

afterAll(() => service.stop());

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

const hashOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

describe('every answer', () => {
  it.each<[string, RequestInit]>([
    ['/docs', {}],
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

describe.each(['/docs', '/docs/'])('the page at %s', (path) => {
  it('may have its own style, and has nothing that its policy does not let in', async () => {
    const response = await fetch(service.url + path);
    const policy = directivesOf(response.headers.get('content-security-policy') ?? '');
    const page = await response.text();

    const styles = [...page.matchAll(/<style[^>]*>([^]*?)<\/style>/g)].map(([, text = '']) => hashOf(text));
    expect(styles).toHaveLength(1);
    expect(policy.get('style-src')).toEqual(styles);

    expect(policy.get('default-src')).toEqual(["'none'"]);
    expect([...policy.keys()]).toEqual(['default-src', 'style-src', 'base-uri', 'form-action', 'frame-ancestors']);
    expect(page).not.toMatch(/<(script|link|img|iframe|object|embed|form|base|audio|video|source)\b/i);
    expect(page).not.toMatch(/<[^>]*\s(style|on\w+|src|srcset)\s*=/i);
  });
});
