import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { parse } from 'yaml';

import { faultsOfAsyncApi, faultsOfOpenApi } from './document-faults.js';
import type { Document } from './document-faults.js';

const root = join(import.meta.dirname, '../..');
const documents = ['asyncapi.yaml', 'openapi.yaml'] as const;

const run = promisify(execFile);
const published = (document: (typeof documents)[number]): string => readFileSync(join(root, 'docs', document), 'utf8');

const parsed = (document: (typeof documents)[number]): Document => parse(published(document)) as Document;

describe('the published contract', () => {
  let fresh: string;

  beforeAll(async () => {
    fresh = mkdtempSync(join(tmpdir(), 'parley-contract-'));
    await run(process.execPath, [join(root, 'dist/modules/contract/generate.js'), fresh, fresh, fresh], { cwd: root });
    // The generator type-checks the protocol.
  }, 240_000);

  afterAll(() => rmSync(fresh, { recursive: true }));

  it.each(documents)('equals what the code generates: %s', (document) => {
    if (readFileSync(join(fresh, document), 'utf8') === published(document)) return;
    throw new Error(`docs/${document} differs from what the code generates: npm run contract`);
  });

  it('is that of the models of the Python package', () => {
    const models = readFileSync(join(root, 'sdk/python/src/parley/models.py'), 'utf8');
    if (readFileSync(join(fresh, 'models.py'), 'utf8') === models) return;
    throw new Error('sdk/python/src/parley/models.py differs from what the code generates: npm run contract');
  });

  it('is that of the types of @parley/server', () => {
    const types = readFileSync(join(root, 'libs/server/src/openapi.ts'), 'utf8');
    if (readFileSync(join(fresh, 'openapi.ts'), 'utf8') === types) return;
    throw new Error('libs/server/src/openapi.ts differs from what the code generates: npm run contract');
  });

  it('is an AsyncAPI document', () => {
    const document = parsed('asyncapi.yaml');
    expect(faultsOfAsyncApi(document)).toEqual([]);
    expect(document.operations).toHaveProperty(['message.send']);
  });

  it('lists the parameters of a query that its event requires or accepts', () => {
    const { paths } = parse(published('openapi.yaml')) as {
      paths: Readonly<Record<string, { get: { parameters: readonly { name: string }[] } }>>;
    };
    const ofSearch = new Map(paths['/api/messages/search/']!.get.parameters.map((each) => [each.name, each]));
    expect(ofSearch.get('query')).not.toHaveProperty('required');
    expect(ofSearch.get('has')).toMatchObject({ schema: { type: 'array', uniqueItems: true } });
    const ofChannels = paths['/api/users/']!.get.parameters.find(({ name }) => name === 'query');
    expect(ofChannels).toMatchObject({ required: true, schema: { type: 'string', minLength: 1 } });
    expect(ofSearch.get('limit')).toMatchObject({ schema: { type: 'integer', minimum: 1 } });
  });

  it('is an OpenAPI document', () => expect(faultsOfOpenApi(parsed('openapi.yaml'))).toEqual([]));
});

describe('the check of a contract', () => {
  /** The document with another value at a place; undefined removes it. */
  function changed(document: (typeof documents)[number], place: readonly string[], value: unknown): Document {
    const copy = parsed(document);
    const [last = '', ...steps] = place.toReversed();
    const parent = steps.reduceRight((part, step) => part[step] as Record<string, unknown>, { ...copy });
    if (value === undefined) Reflect.deleteProperty(parent, last);
    else parent[last] = value;
    return steps.length === 0 ? parent : copy;
  }

  it.each<[string, readonly string[], unknown, RegExp]>([
    ['an unknown key', ['operation'], {}, /additional properties/],
    ['a wrong action', ['operations', 'message.send', 'action'], 'ask', /allowed values/],
    ['a missing message', ['components', 'messages', 'message.send'], undefined, /which does not exist/],
    ['a wrong schema', ['components', 'schemas', 'Message', 'type'], 'text', /components\/schemas\/Message/],
  ])('finds %s in an AsyncAPI document', (_name, place, value, fault) => {
    const faults = faultsOfAsyncApi(changed('asyncapi.yaml', place, value));
    expect(faults).toContainEqual(expect.stringMatching(fault));
  });

  const operation = { operationId: 'post-api-account-password', responses: { 200: { description: 'Done.' } } };

  it.each<[string, readonly string[], unknown, RegExp]>([
    ['an unknown key', ['route'], {}, /unevaluated properties/],
    ['a wrong answer', ['paths', '/api/users/', 'get', 'responses'], [], /responses must be object/],
    ['a missing schema', ['components', 'schemas', 'Message'], undefined, /which does not exist/],
    ['a wrong schema', ['components', 'schemas', 'Message', 'type'], 'text', /components\/schemas\/Message/],
    ['a path without its parameter', ['paths', '/api/rooms/{x}/'], { get: operation }, /has the path parameters/],
    ['an id of two operations', ['paths', '/api/x/'], { get: operation }, /post-api-account-password is not unique/],
  ])('finds %s in an OpenAPI document', (_name, place, value, fault) => {
    const faults = faultsOfOpenApi(changed('openapi.yaml', place, value));
    expect(faults).toContainEqual(expect.stringMatching(fault));
  });
});
