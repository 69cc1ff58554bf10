import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readdir, readlink, rm, truncate, writeFile } from 'node:fs/promises';
import { createServer, get } from 'node:http';
import type { IncomingMessage, Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';

import { eventually } from '../../test/support/eventually.js';
import { DiskStore } from '../uploads/store/disk-store.js';
import { writeParts } from './write-parts.js';

/** More than the buffers of both sockets take, so that a part is still being written when its reader leaves. */
const BYTES = 24 * 1_048_576 + 17;
const READERS = 6;

let folder: string;
let store: DiskStore;
let server: Server;
let served = 0;
let outcomes: string[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parley-parts-'));
  store = await DiskStore.open(join(folder, 'uploads'));
  server = createServer((request, response) => {
    const key = (request.url ?? '').slice(1);
    response.writeHead(200, { 'Content-Length': BYTES });
    const parts = store.parts(key, { start: 0, end: BYTES - 1 });
    const writing = parts.then((each) => writeParts(each, response, (bytes) => (served += bytes)));
    writing.then(
      () => outcomes.push('whole'),
      () => {
        outcomes.push('cut');
        response.destroy();
      },
    );
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(async () => {
  server.close();
  await rm(folder, { recursive: true });
});
beforeEach(() => {
  served = 0;
  outcomes = [];
});

async function stored(key: string): Promise<Buffer> {
  const content = randomBytes(BYTES);
  const path = join(folder, `source-${key}`);
  await writeFile(path, content);
  await store.put(key, path);
  return content;
}

async function answered(key: string): Promise<IncomingMessage> {
  const { port } = server.address() as AddressInfo;
  const request = get({ host: '127.0.0.1', port, path: `/${key}`, agent: false });
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  return response;
}

async function openFiles(): Promise<number> {
  const links = (await readdir('/proc/self/fd')).map((fd) => readlink(`/proc/self/fd/${fd}`).catch(() => ''));
  return (await Promise.all(links)).filter((path) => path.startsWith(join(folder, 'uploads'))).length;
}

describe('the parts of a file in memory that is used again', () => {
  it('have the bytes of their own file for slow readers, beside others who read and who leave', async () => {
    const contents = await Promise.all([stored('one'), stored('two')]);
    const keys = Array.from({ length: READERS }, (_, at) => (at % 2 === 0 ? 'one' : 'two'));
    const slow = await Promise.all(keys.map(answered));
    for (const response of await Promise.all(keys.map(answered))) response.destroy();
    await eventually(() => outcomes.length === READERS);
    const quick = await Promise.all((await Promise.all(keys.map(answered))).map((each) => buffer(each)));
    const all = [...(await Promise.all(slow.map((each) => buffer(each)))), ...quick];
    expect(all.map((bytes, at) => bytes.equals(contents[at % 2] ?? bytes.subarray(1)))).toEqual(all.map(() => true));
    await eventually(() => outcomes.length === 3 * READERS);
    expect(outcomes.filter((outcome) => outcome === 'whole')).toHaveLength(2 * READERS);
    expect(served).toBeGreaterThanOrEqual(2 * READERS * BYTES);
    expect(await openFiles()).toBe(0);
  });

  it('are cut where the file ends early, and its file is closed', async () => {
    await stored('short');
    const [shard] = (await readdir(join(folder, 'uploads'), { recursive: true })).filter((name) =>
      name.endsWith('/short'),
    );
    await truncate(join(folder, 'uploads', shard ?? ''), Math.floor(BYTES / 2));
    await expect(buffer(await answered('short'))).rejects.toThrow('aborted');
    await eventually(() => outcomes.length > 0);
    expect(outcomes).toEqual(['cut']);
    expect(await openFiles()).toBe(0);
  });
});
