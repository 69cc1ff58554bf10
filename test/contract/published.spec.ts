import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { Parser } from '@asyncapi/parser';
import { compileErrors, validate } from '@readme/openapi-parser';
import { parse, stringify } from 'yaml';

const root = join(import.meta.dirname, '../..');
const documents = ['asyncapi.yaml', 'openapi.yaml'] as const;

const run = promisify(execFile);
const published = (document: (typeof documents)[number]): string => readFileSync(join(root, 'docs', document), 'utf8');

/**
 * The document with schemas that refer to no others: the parser would check a schema again in each place that refers to it,
 * which is most of the time of this file.
 */
function withoutNesting(text: string): unknown {
  const document = parse(text) as { components: { schemas: Readonly<Record<string, object>> } };
  const schemas = JSON.parse(
    JSON.stringify(document.components.schemas, (key, value: unknown) => (key === '$ref' ? undefined : value)),
  ) as object;
  return { ...document, components: { ...document.components, schemas } };
}

describe('the published contract', () => {
  let fresh: string;

  beforeAll(async () => {
    fresh = mkdtempSync(join(tmpdir(), 'parley-contract-'));
    await run(process.execPath, [join(root, 'dist/modules/contract/generate.js'), fresh], { cwd: root });
    // The generator type-checks the protocol.
  }, 240_000);

  afterAll(() => {
    rmSync(fresh, { recursive: true });
  });

  it.each(documents)('equals what the code generates: %s', (document) => {
    if (readFileSync(join(fresh, document), 'utf8') === published(document)) return;
    throw new Error(`docs/${document} differs from what the code generates: npm run contract`);
  });

  it('is an AsyncAPI document', async () => {
    const { document, diagnostics } = await new Parser().parse(stringify(withoutNesting(published('asyncapi.yaml'))));
    if (!document) throw new Error(diagnostics.map(({ message, path }) => `${path.join('.')}: ${message}`).join('\n'));
    expect(document.operations().has('message.send')).toBe(true);
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

  it('is an OpenAPI document', async () => {
    const result = await validate(parse(published('openapi.yaml')) as Parameters<typeof validate>[0]);
    expect(result.valid ? '' : compileErrors(result)).toBe('');
  });
});
