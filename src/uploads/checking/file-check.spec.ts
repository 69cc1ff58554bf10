import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import sharp from 'sharp';

import type { Config } from '../../platform/config/config.js';
import { PictureFolder, USER } from '../pictures/pictures.fake.js';
import type { UploadMetrics } from '../upload-metrics.js';
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
  const config = { dataDir, uploads: { mostBytes: bytes.length } } as Config;
  const folders = new WorkFolder(config);
  await folders.onModuleInit();
  const metrics = { countingPicture: <Result>(work: () => Promise<Result>) => work() } as UploadMetrics;
  check = new FileCheck(files.pictures, folders, metrics, config);
});
afterAll(async () => {
  await files.end();
  rmSync(dataDir, { recursive: true });
});

describe('the size of a picture', () => {
  it('is that of what is stored: one that becomes larger than uploads may be is refused', async () => {
    const path = files.path();
    await writeFile(path, bytes);
    const declared = { bytes: bytes.length, kind: 'message', mimeType: 'image/jpeg', owner: USER } as const;
    const checked = check.check(path, declared, () => Promise.resolve('stored'));
    await expect(checked).rejects.toMatchObject({
      fault: 'bytes_differ',
      detail: expect.stringContaining(String(bytes.length)) as string,
    });
  });
});
