import request from 'supertest';

import type { Service } from '../support/service.js';
import { sharedService } from '../support/shared-services.js';

const NOTHING = "default-src 'none';base-uri 'none';form-action 'none';frame-ancestors 'none'";

let service: Service;

beforeAll(async () => {
  service = await sharedService();
});

type Headers = Readonly<Record<string, string>>;

const get = (path: string): request.Test => request(service.url).get(path);
const headersOf = async (answer: request.Test): Promise<Headers> => (await answer).headers;

describe('every HTTP answer', () => {
  it.each<[path: string, type?: string, body?: string]>([
    ['/docs'],
    ['/docs/asyncapi.yaml'],
    ['/health/live'],
    ['/metrics'],
    ['/nowhere'],
    ['/api/token/', 'application/json', '{'],
    ['/api/token/', 'text/html', '<p>'],
  ])('forbids type sniffing, framing and referrers: %s', async (path, type, body) => {
    const posted =
      type === undefined ? undefined : request(service.url).post(path).set('content-type', type).send(body);
    const headers = await headersOf(posted ?? get(path));
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
    const headers = await headersOf(get('/docs/openapi.yaml'));
    expect(headers).not.toHaveProperty('x-powered-by');
    expect(headers).not.toHaveProperty('server');
    expect(headers).not.toHaveProperty('strict-transport-security');
  });

  it.each(['/docs/openapi.yaml', '/health/ready', '/nowhere'])(
    'that is no page may load and run nothing: %s',
    async (path) => {
      expect(await headersOf(get(path))).toMatchObject({ 'content-security-policy': NOTHING });
    },
  );
});
