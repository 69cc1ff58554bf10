import { listPieces } from './printed-list.js';

interface Item {
  readonly name: string;
}

async function* partsOf(...parts: readonly (readonly string[])[]): AsyncGenerator<readonly Item[], void> {
  for (const names of parts) yield await Promise.resolve(names.map((name) => ({ name })));
}

async function textOf(pieces: AsyncIterable<string>): Promise<string> {
  let text = '';
  for await (const piece of pieces) text += piece;
  return text;
}

const COLUMNS = { headings: ['NAME', 'LAST'], cells: ({ name }: Item) => [name, 'x'] };

beforeEach(() => {
  vi.stubEnv('FORCE_COLOR', '0');
});
afterEach(() => {
  vi.unstubAllEnvs();
});

describe('a printed list', () => {
  it.each<[string, string[][], string]>([
    ['no part', [], '[]\n'],
    ['an empty part', [[]], '[]\n'],
    ['one part', [['a', 'b']], '[{"name":"a"},{"name":"b"}]\n'],
    ['parts, some of them empty', [[], ['a'], [], ['b']], '[{"name":"a"},{"name":"b"}]\n'],
  ])('is one JSON document of %s', async (_, parts, text) => {
    await expect(textOf(listPieces(partsOf(...parts), 'json'))).resolves.toBe(text);
  });

  it.each<[string, string[][], string]>([
    ['no part', [], 'NAME  LAST\n'],
    ['one part', [['a', 'longest']], 'NAME     LAST\na        x\nlongest  x\n'],
    ['parts with wider and wider cells', [['a'], ['longest'], ['b']], 'NAME  LAST\na     x\nlongest  x\nb        x\n'],
  ])('is one table of %s', async (_, parts, text) => {
    await expect(textOf(listPieces(partsOf(...parts), COLUMNS))).resolves.toBe(text);
  });

  it('is empty if the first part cannot be read', async () => {
    const pieces: string[] = [];
    // oxlint-disable-next-line require-yield
    const failing = (async function* (): AsyncGenerator<readonly Item[], void> {
      await Promise.reject(new Error('No such user'));
    })();
    const read = async (): Promise<void> => {
      for await (const piece of listPieces(failing, 'json')) pieces.push(piece);
    };
    await expect(read()).rejects.toThrow('No such user');
    expect(pieces).toEqual([]);
  });
});
