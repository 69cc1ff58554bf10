import type { UploadSettings } from './upload.settings.js';
import type { UnitOfWork } from '../../platform/database/unit-of-work.js';
import type { Incoming } from './receiving/incoming.js';
import type { UploadGrant } from './upload-grant.js';
import type { UploadMetrics } from './upload-metrics.js';
import type { Declared, NewUpload, UploadsRepository } from './uploads.repository.js';
import { UploadsService } from './uploads.service.js';

const BLOCKED = ['application/zip', '.exe'];
const GRANT = { kind: 'message', userId: 1, roomId: 'room' } as unknown as UploadGrant;

/** Creates an upload, and returns the type that is stored of it. */
async function typeOf(changed: Partial<Declared>, blockedTypes: readonly string[] = BLOCKED): Promise<string> {
  let stored: string | undefined;
  const uploads = {
    charge: () => Promise.resolve(true),
    countOpen: () => Promise.resolve(0),
    insert: (_manager: unknown, _grant: unknown, { mimeType }: NewUpload) => {
      stored = mimeType;
      return Promise.resolve(new Date(0));
    },
  } as unknown as UploadsRepository;
  const work = { transaction: (run: (work: object) => unknown) => run({}) } as unknown as UnitOfWork;
  const settings = {
    mostBytes: 10,
    quotaBytes: 10,
    mostOpen: 10,
    blockedTypes,
  } as Partial<UploadSettings> as UploadSettings;
  const incoming = { open: () => Promise.resolve({}) } as unknown as Incoming;
  const metrics = { created: () => undefined } as unknown as UploadMetrics;
  const service = new UploadsService(uploads, incoming, work, settings, metrics);
  await service.create(GRANT, { filename: 'a', mimeType: 'text/plain', bytes: 1, ...changed });
  return stored ?? '';
}

describe('the type of an upload', () => {
  it.each([
    ['image/png', 'image/png'],
    ['text/plain; charset=utf-8', 'text/plain'],
    ['text/html', 'application/octet-stream'],
    ['image/svg+xml', 'application/octet-stream'],
    ['no type at all\0', 'application/octet-stream'],
  ])('that is declared as %j is %s', async (mimeType, expected) => {
    expect(await typeOf({ mimeType })).toBe(expected);
  });

  it.each([{ mimeType: 'image/heic' }, { mimeType: 'application/ZIP' }, { filename: 'setup.EXE' }])(
    'is refused for %j',
    async (declared) => {
      await expect(typeOf(declared)).rejects.toMatchObject({ fault: 'type_not_allowed' });
    },
  );

  it('may be one that the web client shows, and no other', async () => {
    const blocked = ['application/octet-stream'];
    expect(await typeOf({ mimeType: 'image/png' }, blocked)).toBe('image/png');
    await expect(typeOf({ mimeType: 'text/html' }, blocked)).rejects.toMatchObject({ fault: 'type_not_allowed' });
  });
});
