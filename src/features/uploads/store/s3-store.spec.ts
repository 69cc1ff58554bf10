import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';

import { eventually } from '../../../../test/support/eventually.js';
import { HttpFaultProxy } from '../../../../test/support/http-fault-proxy.js';
import type { HttpFault } from '../../../../test/support/http-fault-proxy.js';
import { S3_BUCKET, S3_KEY, S3Server } from '../../../../test/support/s3-server.js';
import type { S3Settings } from './store.settings.js';
import { FileMissing, FileTooLarge, StoreUnavailable } from './file-store.js';
import { S3_TIMES } from './s3-client.js';
import type { S3Times } from './s3-client.js';
import { S3Store } from './s3-store.js';

const MIB = 1_048_576;
/** For requests that never succeed. */
const IMPATIENT: S3Times = { connectMs: 300, answerMs: 300, sendMs: 300, idleMs: 300, attempts: 2 };
/** The longest time of such a request: two attempts and the pause between them, on a machine that is busy. */
const BOUND_MS = 20_000;

let folder: string;
let server: S3Server;
let proxy: HttpFaultProxy;
let prefix: string;

const storeAt = (endpoint: string, times = S3_TIMES, changed: Partial<S3Settings> = {}): S3Store => {
  const settings = { ...S3_KEY, endpoint, region: 'us-east-1', bucket: S3_BUCKET, forcePathStyle: true, prefix };
  return new S3Store({ ...settings, ...changed }, times);
};
/** Without faults. */
const direct = (): S3Store => storeAt(server.url);

async function fileOf(content: Buffer | string): Promise<string> {
  const path = join(folder, randomUUID());
  await writeFile(path, content);
  return path;
}

const contentIn = async (store: S3Store, key: string): Promise<string> => String(await buffer(await store.read(key)));

/** Every request of a kind has this fault. */
const damage = (fault: HttpFault, kind = /./): void => {
  proxy.faultOf = (method, url) => (kind.test(`${method} ${url}`) ? fault : undefined);
};

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parley-s3-store-'));
  server = await S3Server.start();
});
afterAll(async () => {
  await server.stop();
  await rm(folder, { recursive: true });
});
beforeEach(async () => {
  prefix = randomUUID();
  proxy = await HttpFaultProxy.before(server.port);
});
afterEach(() => proxy.close());

/** Everything that a store does. */
const works = async (store: S3Store): Promise<Record<string, () => Promise<unknown>>> => {
  const path = await fileOf('hello');
  const large = await fileOf(Buffer.alloc(6 * MIB));
  return {
    put: () => store.put('files/new', path),
    putLarge: () => store.put('files/new', large),
    read: async () => buffer(await store.read('files/one')),
    size: () => store.size('files/one'),
    remove: () => store.remove(['files/one']),
    list: () => store.list('').next(),
    copyTo: () => store.copyTo('files/one', join(folder, 'copy'), 100),
  };
};

async function expectUnavailable(store: S3Store): Promise<void> {
  for (const [name, work] of Object.entries(await works(store))) {
    const began = Date.now();
    await expect(work(), name).rejects.toThrow(StoreUnavailable);
    expect(Date.now() - began, name).toBeLessThan(BOUND_MS);
  }
  expect(existsSync(join(folder, 'copy'))).toBe(false);
}

describe('an S3 store whose server fails', () => {
  beforeEach(async () => {
    await direct().put('files/one', await fileOf('0123456789'));
  });

  it('repeats requests that are answered with 503 and 500', async () => {
    for (const work of Object.values(await works(storeAt(proxy.url)))) {
      const answers = [503, 500];
      proxy.faultOf = () => {
        const status = answers.shift();
        return status === undefined ? undefined : { answer: { status } };
      };
      await work();
      expect(answers).toEqual([]);
      await direct().put('files/one', await fileOf('0123456789'));
    }
    await rm(join(folder, 'copy'));
  });

  it.each([500, 503])('fails in bounded time if every request is answered with %i', async (status) => {
    damage({ answer: { status } });
    await expectUnavailable(storeAt(proxy.url, { ...S3_TIMES, attempts: 2 }));
    expect(await direct().size('files/new')).toBeUndefined();
  });

  it('fails in bounded time if no request is answered', async () => {
    damage({ silent: true });
    await expectUnavailable(storeAt(proxy.url, IMPATIENT));
    expect(proxy.count).toBeGreaterThan(7);
  });

  it('fails if nothing listens at its address', async () => {
    const listener = createServer().listen(0, '127.0.0.1');
    await once(listener, 'listening');
    const { port } = listener.address() as AddressInfo;
    listener.close();
    await once(listener, 'close');
    await expectUnavailable(storeAt(`http://127.0.0.1:${String(port)}`, { ...S3_TIMES, attempts: 1 }));
  });

  it('fails with a wrong secret, which the error does not contain', async () => {
    const store = storeAt(server.url, S3_TIMES, { secretAccessKey: 'hunter2' });
    for (const work of Object.values(await works(store))) {
      const error: unknown = await work().catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(StoreUnavailable);
      expect(JSON.stringify([error, String(error)])).not.toMatch('hunter2');
    }
  });

  it('fails without its bucket', async () => {
    const store = storeAt(server.url, S3_TIMES, { bucket: 'none' });
    await expect(store.read('files/one')).rejects.toThrow(StoreUnavailable);
    await expect(store.put('files/one', await fileOf('hello'))).rejects.toThrow('NoSuchBucket');
  });
});

describe('an S3 store whose answers are damaged', () => {
  beforeEach(async () => {
    await direct().put('files/one', await fileOf(Buffer.alloc(MIB, '0123456789')));
  });

  it.each<[string, HttpFault]>([
    ['cut', { cutAnswerAfter: MIB / 2 }],
    ['held', { holdAnswerAfter: MIB / 2 }],
    ['longer by its header', { headers: { 'content-length': String(2 * MIB) } }],
    ['of another range', { headers: { 'content-range': 'bytes 5-9/10' } }],
    ['of no range', { status: 200, headers: { 'content-range': undefined } }],
    ['of an unknown length', { headers: { 'content-length': undefined } }],
  ])('never ends a stream as if it were whole if an answer is %s', async (_name, fault) => {
    damage(fault);
    const store = storeAt(proxy.url, { ...IMPATIENT, answerMs: 10_000 });
    const range = { start: 0, end: 2 * MIB };
    await expect((async () => buffer(await store.read('files/one', range)))()).rejects.toThrow(StoreUnavailable);
  });

  it.each<[string, HttpFault]>([
    ['cut', { cutAnswerAfter: MIB / 2 }],
    ['held', { holdAnswerAfter: MIB / 2 }],
    ['longer by its header', { headers: { 'content-length': String(2 * MIB) } }],
  ])('leaves no local file if the answer to a copy is %s', async (_name, fault) => {
    damage(fault);
    const path = join(folder, randomUUID());
    const store = storeAt(proxy.url, { ...IMPATIENT, answerMs: 10_000 });
    await expect(store.copyTo('files/one', path, 2 * MIB)).rejects.toThrow(StoreUnavailable);
    expect(existsSync(path)).toBe(false);
  });

  it('ends the request of a stream that its reader destroys', async () => {
    damage({ holdAnswerAfter: MIB / 2 });
    const stream = await storeAt(proxy.url).read('files/one');
    await once(stream, 'readable');
    expect(proxy.underWay).toBe(1);
    stream.destroy();
    await eventually(() => proxy.underWay === 0);
  });
});

describe('an S3 store whose requests are damaged', () => {
  const former = 'the former file';
  const END = /^POST .*uploadId=/;
  const FAILURE = '<Error><Code>InternalError</Code><Message>Again</Message></Error>';
  beforeEach(async () => {
    await direct().put('files/one', await fileOf(former));
  });

  it.each<[string, number, HttpFault, RegExp]>([
    ['a file is cut', MIB, { cutRequestAfter: MIB / 2 }, /^PUT/],
    ['a part is cut', 12 * MIB, { cutRequestAfter: MIB / 2 }, /^PUT .*partNumber=2/],
    ['the last part is cut', 12 * MIB, { cutRequestAfter: MIB / 2 }, /^PUT .*partNumber=3/],
    ['a file has wrong bytes', MIB, { corruptsRequest: true }, /^PUT/],
    ['a part has wrong bytes', 12 * MIB, { corruptsRequest: true }, /^PUT .*partNumber=2/],
    ['the end is refused', 12 * MIB, { answer: { status: 500 } }, END],
    ['the end fails in an answer with status 200', 12 * MIB, { answer: { status: 200, body: FAILURE } }, END],
  ])('keeps the former object if %s', async (_name, bytes, fault, kind) => {
    damage(fault, kind);
    const path = await fileOf(randomBytes(bytes));
    const store = storeAt(proxy.url, { ...S3_TIMES, attempts: 2 });
    await expect(store.put('files/one', path)).rejects.toThrow(StoreUnavailable);
    expect(await contentIn(direct(), 'files/one')).toBe(former);
  });

  it('stores the whole object if a part is cut once', async () => {
    const faults: HttpFault[] = [{ cutRequestAfter: MIB }];
    proxy.faultOf = (_method, url) => (url.includes('partNumber=2') ? faults.shift() : undefined);
    const content = randomBytes(12 * MIB);
    await storeAt(proxy.url).put('files/one', await fileOf(content));
    expect(faults).toEqual([]);
    expect((await buffer(await direct().read('files/one'))).equals(content)).toBe(true);
  });
});

describe('a copy of an object to a local file', () => {
  it('has all bytes, and replaces the file', async () => {
    const content = randomBytes(MIB);
    await direct().put('incoming/one', await fileOf(content));
    const path = await fileOf(Buffer.alloc(2 * MIB));
    expect(await direct().copyTo('incoming/one', path, MIB)).toBe(MIB);
    expect((await readFile(path)).equals(content)).toBe(true);
  });

  it('is not made of an object with too many bytes, or of none', async () => {
    const path = join(folder, randomUUID());
    await direct().put('incoming/one', await fileOf('123456'));
    await expect(direct().copyTo('incoming/one', path, 5)).rejects.toThrow(FileTooLarge);
    await expect(direct().copyTo('incoming/none', path, 5)).rejects.toThrow(FileMissing);
    expect(existsSync(path)).toBe(false);
  });
});

describe('a presigned PUT', () => {
  const upload = { bytes: 5, mimeType: 'image/png', seconds: 60 };
  const send = async (url: string, headers: Readonly<Record<string, string>>, body: string): Promise<number> =>
    (await fetch(url, { method: 'PUT', headers, body })).status;

  it('stores the object with its length and type', async () => {
    const { url, headers } = await direct().presignedPut('incoming/one', upload);
    expect(await send(url, headers, 'hello')).toBe(200);
    expect(await contentIn(direct(), 'incoming/one')).toBe('hello');
  });

  it.each<[string, Readonly<Record<string, string>>, string]>([
    ['more bytes', {}, 'hello!'],
    ['less bytes', {}, 'hell'],
    ['another type', { 'Content-Type': 'text/html' }, 'hello'],
  ])('is refused with %s', async (_name, changed, body) => {
    const { url, headers } = await direct().presignedPut('incoming/one', upload);
    expect(await send(url, { ...headers, ...changed }, body)).toBe(403);
    expect(await direct().size('incoming/one')).toBeUndefined();
  });

  it('is refused with another key, and after its time', async () => {
    const { url, headers } = await direct().presignedPut('incoming/one', upload);
    expect(await send(url.replace('incoming/one', 'incoming/two'), headers, 'hello')).toBe(403);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 61_000 });
    const late = await direct().presignedPut('incoming/one', upload);
    vi.useRealTimers();
    expect(await send(late.url, late.headers, 'hello')).toBe(403);
    expect(await direct().list('incoming/').next()).toMatchObject({ done: true });
  });
});
