import { Ajv2020 } from 'ajv/dist/2020.js';
import request from 'supertest';
import { parse } from 'yaml';

import { users } from '../support/people.js';
import type { Service } from '../support/service.js';
import { sharedService } from '../support/shared-services.js';

/** The site at `/docs/` may not be built: `test/long/deploy/docs-site.spec.ts` reads it. */
const get = (service: Service, path: string): request.Test => request(service.url).get(path);

describe('the documentation', () => {
  let service: Service;

  beforeAll(async () => {
    service = await sharedService();
  });

  it.each(['asyncapi', 'openapi'])('serves the contract to programs outside production: %s', async (kind) => {
    const { text } = await get(service, `/docs/${kind}.yaml`)
      .expect(200)
      .expect('content-type', 'application/yaml; charset=utf-8');
    expect(parse(text)).toHaveProperty(kind);
  });

  describe('matches the answers over HTTP', () => {
    const ajv = new Ajv2020({ strict: false, validateSchema: false });

    beforeAll(async () => {
      void ajv.addSchema(parse((await get(service, '/docs/openapi.yaml')).text) as object, 'openapi');
    });

    /** Sends a request, and checks the answer by the schema of its status. @returns the status */
    const statusOf = async (method: 'get' | 'post', path: string, body?: object): Promise<number> => {
      const { status, type, text } = await request(service.url)[method](path).send(body);
      const place = ['paths', path, method, 'responses', status, 'content', type, 'schema'];
      const pointer = place.map((step) => encodeURIComponent(String(step).replaceAll('~', '~0').replaceAll('/', '~1')));
      if (text !== '') {
        const validate = ajv.getSchema(`openapi#/${pointer.join('/')}`);
        void validate?.(type === 'application/json' ? JSON.parse(text) : text);
        expect([path, validate ? (validate.errors ?? []) : 'not in the document']).toEqual([path, []]);
      }
      return status;
    };

    it('of the token endpoints', async () => {
      const { alice } = await users(service, 'alice');
      const { access, refresh } = alice.tokens;
      const password = 'correct horse battery staple';
      expect([
        await statusOf('post', '/api/token/', { username: alice.username, password }),
        await statusOf('post', '/api/token/', { username: alice.username, password: 'wrong' }),
        await statusOf('post', '/api/token/', {}),
        await statusOf('post', '/api/token/'),
        await statusOf('post', '/api/token/', { username: 'x'.repeat(20_000) }),
        await statusOf('post', '/api/token/verify/', { token: access }),
        await statusOf('post', '/api/token/verify/', { token: 'none' }),
        await statusOf('post', '/api/token/refresh/', { refresh }),
        await statusOf('post', '/api/token/revoke/', { refresh: access }),
      ]).toEqual([200, 401, 400, 415, 413, 200, 401, 200, 401]);
    });

    it.each(['/health/live', '/health/ready', '/metrics'])('of %s', async (path) => {
      expect(await statusOf('get', path)).toBe(200);
    });
  });
});
