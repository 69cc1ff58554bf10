import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { parse } from 'yaml';

import { Administration } from '../support/administration.js';
import { users } from '../support/people.js';
import { sharedService } from '../support/shared-services.js';

interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query';
}
type Path = Readonly<Record<string, { readonly parameters?: readonly Parameter[] }>>;

const DOCUMENT = join(import.meta.dirname, '../../docs/openapi.yaml');
const ADMINISTRATION = '/api/admin/';
const { paths } = parse(readFileSync(DOCUMENT, 'utf8')) as { paths: Readonly<Record<string, Path>> };

/** By route, the requests with a text in place of one parameter, and of all in the path. */
function requestsWith(text: string): (readonly [method: string, path: string])[] {
  return Object.entries(paths)
    .filter(([path]) => path.startsWith(ADMINISTRATION))
    .flatMap(([path, methods]) => {
      const place = path.slice(ADMINISTRATION.length).replace(/\{\w+\}/g, text);
      return Object.entries(methods).flatMap(([method, { parameters = [] }]) => {
        const queries =
          method === 'get'
            ? parameters.filter((each) => each.in === 'query').map(({ name }) => `?${name}=${text}`)
            : [];
        const isStrange = place.includes(text);
        return [...(isStrange ? [''] : []), ...queries].map((query) => [method.toUpperCase(), place + query] as const);
      });
    });
}

describe('a text that no name and no id can be', () => {
  it.each(['%00', 'a%00b', '%01', '%F0%9F%98%80', '%E2%80%AE', encodeURIComponent("' OR 1=1 --"), 'x'.repeat(140)])(
    'is answered by every route of the administration without a fault of the service: %s',
    async (text) => {
      const parley = await sharedService();
      const { alice } = await users(parley, 'alice');
      const admin = await Administration.by(parley, alice, 'admin');
      const requests = requestsWith(text);
      expect(requests.length).toBeGreaterThan(60);
      const answers = await Promise.all(
        requests.map(async ([method, path]) => {
          const body = method === 'POST' || method === 'PATCH' ? {} : undefined;
          return { method, path, status: (await admin.request(method, path, body)).status };
        }),
      );
      expect(answers.filter(({ status }) => ![200, 400, 404].includes(status))).toEqual([]);
    },
  );
});
