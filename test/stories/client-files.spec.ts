import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';

import { FileUploads } from '@parley/client/files';
import type { OpenedUpload, UploadError } from '@parley/client/files';

import { closeRoomsFixture, createRoomsFixture, others } from '../support/rooms-fixture.js';
import type { RoomsFixture } from '../support/rooms-fixture.js';
import type { Service } from '../support/service.js';
import { sharedService } from '../support/shared-services.js';
import { FileClient, longTextFile, sendFiles, sha256 } from '../support/uploads.js';

const SIZE = 2_500_000;
const QUICK = { minReconnectDelay: 1, maxReconnectDelay: 5 };

let parley: Service;
let fixture: RoomsFixture;
let proxy: Server;
/** Decides what becomes of a request. */
let cuts: (method: string, url: string) => boolean;
let requests: string[];

beforeAll(async () => {
  parley = await sharedService();
  fixture = await createRoomsFixture(parley);
  proxy = createServer((from, to) => {
    const { method = '', url = '', headers } = from;
    requests.push(`${method} ${String(headers['upload-offset'] ?? '')}`.trim());
    if (cuts(method, url)) {
      from.socket.destroy();
      return;
    }
    const forwarded = request(new URL(url, parley.url), { method, headers }, (answer) => {
      to.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(to);
    });
    forwarded.on('error', () => to.destroy());
    from.pipe(forwarded);
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
});
beforeEach(() => {
  cuts = () => false;
  requests = [];
});
afterAll(async () => {
  proxy.closeAllConnections();
  proxy.close();
  await closeRoomsFixture(fixture);
});

const url = (): string => `http://127.0.0.1:${String((proxy.address() as AddressInfo).port)}/`;
const long = longTextFile(SIZE);
const file = new File([new Uint8Array(long.bytes)], 'long.txt', { type: 'text/plain' });

const newUploads = (token: (rejected?: string) => Promise<string | null> = own): FileUploads =>
  new FileUploads({ url: url(), token, timing: QUICK });

const own = (): Promise<string | null> => Promise.resolve(fixture.alice.tokens.access);

const refusal = (done: Promise<unknown>): Promise<UploadError> =>
  done.then(
    () => expect.fail('It was not refused.'),
    (error: unknown) => error as UploadError,
  );

/** Cuts the connection of the request with this number, of those that send a part. */
function cutPart(number: number): void {
  let parts = 0;
  cuts = (method) => {
    if (method === 'PATCH') parts += 1;
    return method === 'PATCH' && parts === number;
  };
}

describe('an upload of the client library', () => {
  it('sends a file in parts, reports its progress, and is shown by a message', async () => {
    const progress: number[] = [];
    const { done } = newUploads().upload(fixture.group.id, file, { onProgress: (bytes) => progress.push(bytes) });
    const upload = await done;
    expect(upload).toMatchObject({ state: 'ready', filename: 'long.txt', sha256: sha256(long.bytes) });
    expect(progress).toEqual(progress.toSorted((one, other) => one - other));
    expect(progress.at(-1)).toBe(SIZE);
    expect(requests).toEqual(['POST', 'PATCH 0', 'PATCH 1048576', 'PATCH 2097152', 'GET']);
    const { id, attachments } = await sendFiles(fixture.phone, fixture.group.id, upload.upload_id);
    for (const device of others(fixture, fixture.group)) {
      await device.receive('message.dispatch', ({ data }) => data.id === id);
    }
    expect(attachments).toMatchObject([{ file_size: SIZE, sha256: upload.sha256 }]);
  });

  it('goes on at the byte at which it was interrupted', async () => {
    cutPart(2);
    const upload = await newUploads().upload(fixture.group.id, file).done;
    expect(upload.sha256).toBe(sha256(long.bytes));
    expect(requests).toEqual(['POST', 'PATCH 0', 'PATCH 1048576', 'HEAD', 'PATCH 1048576', 'PATCH 2097152', 'GET']);
  });

  it('fails as offline when the service cannot be reached any more, and another page goes on with it', async () => {
    let opened: OpenedUpload | undefined;
    cuts = (method) => requests.length > 2 && method !== 'POST';
    const { done } = newUploads().upload(fixture.group.id, file, { onOpened: (created) => (opened = created) });
    expect(await refusal(done)).toMatchObject({ code: 'offline', status: 0 });
    cuts = () => false;
    requests = [];
    const upload = await newUploads().upload(fixture.group.id, file, { opened }).done;
    expect(upload).toMatchObject({ upload_id: opened?.upload_id, sha256: sha256(long.bytes) });
    expect(requests).toEqual(['HEAD', 'PATCH 1048576', 'PATCH 2097152', 'GET']);
  });

  it('begins anew if the service has it no more', async () => {
    let opened: OpenedUpload | undefined;
    const { done } = newUploads().upload(fixture.group.id, file, { onOpened: (created) => (opened = created) });
    await done;
    await new FileClient(parley, fixture.alice).cancel(opened!.upload_id);
    const upload = await newUploads().upload(fixture.group.id, file, { opened }).done;
    expect(upload.upload_id).not.toBe(opened?.upload_id);
  });

  it('renews a token that is rejected, once for all uploads', async () => {
    const rejected: (string | undefined)[] = [];
    const uploads = newUploads((old) => {
      rejected.push(old);
      return Promise.resolve(old === undefined ? 'an.expired.token' : fixture.alice.tokens.access);
    });
    await Promise.all([1, 2, 3, 4].map(() => uploads.upload(fixture.group.id, file).done));
    expect(rejected).toEqual([undefined, 'an.expired.token']);
  });

  it('is refused with the code of the service, and without a token', async () => {
    const uploads = newUploads();
    const other = (name: string, type: string): File => new File(['<p>'], name, { type });
    const { id } = fixture.group;
    expect(await refusal(uploads.upload(id, other('a.heic', 'image/heic')).done)).toMatchObject({
      code: 'unsupported_media_type',
      status: 415,
    });
    expect(await refusal(uploads.upload(id, other('a.png', 'image/png')).done)).toMatchObject({
      code: 'bytes_differ',
      status: 422,
    });
    const nowhere = '01980000-0000-7000-8000-00000000dead';
    expect(await refusal(uploads.upload(nowhere, file).done)).toMatchObject({ code: 'not_found', status: 404 });
    const nobody = newUploads(() => Promise.resolve(null));
    expect(await refusal(nobody.upload(id, file).done)).toMatchObject({ code: 'token' });
  });

  it('that is cancelled is gone, also while it waits for an attempt', async () => {
    let opened: OpenedUpload | undefined;
    let reached!: () => void;
    const isCut = new Promise<void>((resolve) => {
      reached = resolve;
    });
    cuts = (method) => {
      if (method === 'PATCH') reached();
      return method === 'PATCH';
    };
    const timing = { minReconnectDelay: 60_000, maxReconnectDelay: 60_000 };
    const upload = new FileUploads({ url: url(), token: own, timing }).upload(fixture.group.id, file, {
      onOpened: (created) => (opened = created),
    });
    await isCut;
    await upload.cancel();
    expect(await refusal(upload.done)).toMatchObject({ code: 'cancelled' });
    expect((await new FileClient(parley, fixture.alice).pending(opened!.upload_id)).status).toBe(404);
  });
});
