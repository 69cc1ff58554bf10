import sharp from 'sharp';

import { Administration } from '../../support/administration.js';
import { connected } from '../../support/database.js';
import { eventually } from '../../support/eventually.js';
import { violatedInvariants } from '../../support/invariants.js';
import { users } from '../../support/people.js';
import type { TestUser } from '../../support/people.js';
import { Service } from '../../support/service.js';
import { storedFileIds } from '../../support/stored-files.js';
import { FileClient } from '../../support/uploads.js';
import type { TestFile } from '../../support/uploads.js';

let parley: Service;
let people: Record<'alice' | 'bob', TestUser>;
let admin: Administration;
let files: FileClient;

beforeAll(async () => {
  parley = await Service.start();
  people = await users(parley, 'alice', 'bob');
  admin = await Administration.by(parley, people.alice, 'admin');
  files = new FileClient(parley, people.alice);
});
afterAll(async () => {
  const database = await connected(parley.serviceData);
  expect(await violatedInvariants(database)).toEqual({});
  await database.end();
  await parley.stop();
});

async function banner(format: 'png' | 'jpeg' | 'webp' | 'gif' = 'png', width = 1_200): Promise<TestFile> {
  const picture = sharp({ create: { width, height: width / 4, channels: 3, background: '#3355aa' } });
  const bytes = await picture.toFormat(format).toBuffer();
  return { filename: `banner.${format}`, bytes, mime_type: `image/${format}` };
}

/** @returns the id of a logo that is ready */
async function uploaded(file: TestFile): Promise<string> {
  const { status, body } = await files.create('', file, { kind: 'logo', room_id: undefined });
  expect(status).toBe(201);
  expect((await files.append(body.upload_id, 0, file.bytes)).status).toBe(204);
  return body.upload_id;
}
const change = (logo: string | null) => admin.request('PATCH', 'settings/', { logo });
const shown = async (): Promise<string | null> => {
  const response = await fetch(`${parley.url}/api/deployment/`);
  return ((await response.json()) as { readonly logo: string | null }).logo;
};
/** As the page of the log-in reads it: without a token. */
const read = (path: string | null): Promise<Response> => fetch(`${parley.url}${path ?? '/'}`);

describe('the logo of the deployment', () => {
  it.each(['png', 'jpeg', 'webp', 'gif'] as const)(
    'is made of a %s, with its proportions and at most 512 pixels wide, and read without a token',
    async (format) => {
      const id = await uploaded(await banner(format));
      expect((await change(id)).status).toBe(200);
      await eventually(async () => (await shown())?.includes(id) ?? false);
      const response = await read(await shown());
      expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/webp']);
      expect(response.headers.get('cache-control')).toMatch(/max-age=\d+, immutable/);
      const { width, height } = await sharp(Buffer.from(await response.arrayBuffer())).metadata();
      expect([width, height]).toEqual([512, 128]);
      const etag = response.headers.get('etag') ?? '';
      const again = await fetch(`${parley.url}${(await shown()) ?? ''}`, { headers: { 'If-None-Match': etag } });
      expect(again.status).toBe(304);
    },
  );

  it('is not enlarged', async () => {
    await change(await uploaded(await banner('png', 64)));
    const response = await read(await shown());
    expect((await sharp(Buffer.from(await response.arrayBuffer())).metadata()).width).toBe(64);
  });

  it('that is replaced or unset is read no more, and its file is deleted', async () => {
    const first = await uploaded(await banner());
    await change(first);
    await eventually(async () => (await shown())?.includes(first) ?? false);
    const before = await shown();
    const second = await uploaded(await banner());
    await change(second);
    await eventually(async () => (await shown())?.includes(second) ?? false);
    const after = await shown();
    expect((await read(before)).status).toBe(404);
    expect((await change(null)).body).toMatchObject({ logo: { value: null, source: 'default' } });
    await eventually(async () => (await shown()) === null);
    expect((await read(after)).status).toBe(404);
    await eventually(async () => {
      const stored = await storedFileIds(parley.serviceData);
      return !stored.includes(first) && !stored.includes(second);
    });
  });

  it('is an upload of its kind, which is ready, by an administrator', async () => {
    const file = await banner();
    const notReady = await files.create('', file, { kind: 'logo', room_id: undefined });
    for (const id of [notReady.body.upload_id, people.alice.username, '019f2000-0000-7000-8000-000000000000']) {
      expect(await change(id)).toMatchObject({ status: 400, body: { logo: [/./] } });
    }
    const avatar = await files.uploadAvatar(null, file);
    expect(await change(avatar)).toMatchObject({ status: 400, body: { logo: [/no such upload/] } });
    const others = new FileClient(parley, people.bob);
    expect(await others.create('', file, { kind: 'logo', room_id: undefined })).toMatchObject({ status: 403 });
    await files.cancel(notReady.body.upload_id);
    const text = await files.create(
      '',
      { ...file, filename: 'a.svg', mime_type: 'image/svg+xml' },
      {
        kind: 'logo',
        room_id: undefined,
      },
    );
    expect(text.status).toBe(415);
  });
});
