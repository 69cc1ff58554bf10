import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

import sharp from 'sharp';

import type { Config } from '../../../platform/config/config.js';
import type { UploadSettings } from '../upload.settings.js';
import { PictureFolder, USER } from '../pictures/pictures.fake.js';
import { archive } from '../types/archive.fake.js';
import type { UploadMetrics } from '../upload-metrics.js';
import type { Upload } from '../uploads.repository.js';
import { FileCheck } from './file-check.js';
import { WorkFolder } from './work-folder.js';

let dataDir: string;
let files: PictureFolder;
let check: FileCheck;
let bytes: Buffer;

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'parley-check-'));
  files = await PictureFolder.create();
  const raw = { raw: { width: 128, height: 128, channels: 3 } } as const;
  bytes = await sharp(randomBytes(128 * 128 * 3), raw)
    .jpeg({ quality: 20 })
    .toBuffer();
  const folders = new WorkFolder({ dataDir } as Config);
  await folders.onModuleInit();
  const metrics = { countingPicture: <Result>(work: () => Promise<Result>) => work() } as UploadMetrics;
  check = new FileCheck(files.pictures, folders, metrics, {
    mostBytes: bytes.length,
    blockedTypes: ['.exe', 'application/gzip'],
  } as Partial<UploadSettings> as UploadSettings);
});
afterAll(async () => {
  await files.end();
  rmSync(dataDir, { recursive: true });
});

const MESSAGE = { kind: 'message', owner: USER } as const;

describe('a file of any type', () => {
  const checked = async (content: Buffer): Promise<Pick<Upload, 'mimeType' | 'width'>> => {
    const path = files.path();
    await writeFile(path, content);
    const declared = { ...MESSAGE, filename: 'a.data', bytes: content.length, mimeType: 'application/octet-stream' };
    return check.check(path, declared, ({ checked: { mimeType, width } }) => Promise.resolve({ mimeType, width }));
  };

  it.each([
    ['a page', Buffer.from('<!doctype html><script>alert(1)</script>')],
    ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
    ['an archive', archive([{ name: 'a.txt', bytes: Buffer.from('a') }])],
    ['a PDF', Buffer.from('%PDF-1.7')],
    ['anything', randomBytes(64)],
  ])('that is %s stays without a type that a browser would show', async (_, content) => {
    expect(await checked(content)).toEqual({ mimeType: 'application/octet-stream', width: null });
  });

  it('that is a picture is written anew, without what a camera has added', async () => {
    const picture = { create: { width: 8, height: 8, channels: 3, background: 'red' } } as const;
    const content = await sharp(picture)
      .withExif({ IFD0: { Copyright: 'A' } })
      .jpeg()
      .toBuffer();
    expect(await checked(content)).toEqual({ mimeType: 'image/jpeg', width: 8 });
  });

  it('is refused if its bytes are of a blocked type', async () => {
    await expect(checked(gzipSync('a'))).rejects.toMatchObject({ fault: 'type_not_allowed' });
  });
});

describe('the size of a picture', () => {
  it('is that of what is stored: one that becomes larger than uploads may be is refused', async () => {
    const path = files.path();
    await writeFile(path, bytes);
    const declared = { ...MESSAGE, filename: 'a.jpg', bytes: bytes.length, mimeType: 'image/jpeg' };
    const checked = check.check(path, declared, () => Promise.resolve('stored'));
    await expect(checked).rejects.toMatchObject({
      fault: 'bytes_differ',
      detail: expect.stringContaining(String(bytes.length)) as string,
    });
  });
});

describe('the type of a text', () => {
  const typeOf = async (content: Buffer, mimeType: string, filename: string): Promise<unknown> => {
    const path = files.path();
    await writeFile(path, content);
    const declared = { bytes: content.length, kind: 'message', mimeType, filename, owner: USER } as const;
    return check.check(path, declared, ({ checked: { mimeType: type, charset } }) => Promise.resolve([type, charset]));
  };
  const csv = Buffer.from('a;b\r\n1;2');

  it('is that of its name if it was declared as that of the program that opens it', async () => {
    await expect(typeOf(csv, 'application/vnd.ms-excel', 'report.csv')).resolves.toEqual(['text/csv', null]);
    await expect(typeOf(csv, 'application/msword', 'notes.TXT')).resolves.toEqual(['text/plain', null]);
    await expect(typeOf(csv, 'application/vnd.ms-excel', 'report.xls')).rejects.toMatchObject({
      fault: 'bytes_differ',
    });
    await expect(typeOf(csv, 'application/pdf', 'report.csv')).rejects.toMatchObject({ fault: 'bytes_differ' });
  });

  it('has the encoding of its byte order mark', async () => {
    const text = Buffer.from('\ufeffÄ 山', 'utf16le');
    await expect(typeOf(text, 'text/plain', 'a.txt')).resolves.toEqual(['text/plain', 'utf-16le']);
    await expect(typeOf(Buffer.from(text).swap16(), 'text/csv', 'a.csv')).resolves.toEqual(['text/csv', 'utf-16be']);
    await expect(typeOf(Buffer.from('\ufeffÄ'), 'text/plain', 'a.txt')).resolves.toEqual(['text/plain', null]);
  });

  it.each([
    ['text/plain', 'a.txt', Buffer.from([0xcf, 0xf0, 0xe8, 0xe2, 0xe5, 0xf2])],
    ['application/vnd.ms-excel', 'a.csv', Buffer.from('Käse;1', 'latin1')],
  ])('is refused with a reason that names the encodings, declared as %s', async (mimeType, filename, content) => {
    await expect(typeOf(content, mimeType, filename)).rejects.toMatchObject({
      detail: expect.stringContaining('UTF-8') as string,
    });
  });
});
