import { UploadError } from '@parley/client/files';
import type { FileUploads, NamedBlob, PendingUpload, UploadOptions } from '@parley/client/files';

import { UploadListState } from './upload-list-state.js';

const fileOf = (name: string): NamedBlob => Object.assign(new Blob(['abc']), { name });

interface Begun {
  readonly options: UploadOptions;
  end: (uploadId: string) => void;
  fail: (error: UploadError) => void;
  isCancelled: boolean;
}

const unheard = (): void => undefined;

/** Uploads that a spec ends. */
class FakeUploads {
  readonly begun: Begun[] = [];

  get uploads(): FileUploads {
    return this as unknown as FileUploads;
  }

  upload(_roomId: string, _file: NamedBlob, options: UploadOptions): object {
    const begun: Begun = { options, end: unheard, fail: unheard, isCancelled: false };
    const done = new Promise<PendingUpload>((resolve, reject) => {
      begun.end = (upload_id: string) => resolve({ upload_id } as PendingUpload);
      begun.fail = reject;
    });
    this.begun.push(begun);
    const cancel = (): Promise<void> => {
      begun.isCancelled = true;
      return Promise.resolve();
    };
    return { done, cancel };
  }
}

it('files are sent with the next message when all of them have arrived', async () => {
  const fake = new FakeUploads();
  const state = new UploadListState(fake.uploads, 'a');
  state.add([fileOf('one'), fileOf('two')]);
  fake.begun[0]?.options.onProgress?.(2);
  expect(state.snapshot.files.map(({ sent }) => sent)).toEqual([2, 0]);
  fake.begun[1]?.end('second');
  await Promise.resolve();
  expect(state.snapshot).toMatchObject({ isReady: false, media: [{ upload_id: 'second' }] });
  fake.begun[0]?.end('first');
  await Promise.resolve();
  expect(state.snapshot).toMatchObject({ isReady: true, media: [{ upload_id: 'first' }, { upload_id: 'second' }] });
  state.clear();
  expect(state.snapshot).toEqual({ files: [], media: [], isReady: true });
});

it('a failed file holds the message back until it is uploaded again or removed', async () => {
  const fake = new FakeUploads();
  const state = new UploadListState(fake.uploads, 'a');
  state.add([fileOf('one')]);
  fake.begun[0]?.fail(new UploadError('quota_exceeded', 'Too much.'));
  await Promise.resolve();
  await Promise.resolve();
  expect(state.snapshot).toMatchObject({
    isReady: false,
    files: [{ status: 'failed', error: { code: 'quota_exceeded' } }],
  });
  const { key } = state.snapshot.files[0]!;
  state.retry(key);
  expect(state.snapshot.files).toMatchObject([{ key, status: 'uploading', error: null }]);
  state.remove(key);
  expect(state.snapshot.files).toEqual([]);
  expect(fake.begun.map(({ isCancelled }) => isCancelled)).toEqual([false, true]);
});

it('a closed list cancels what nobody will send', () => {
  const fake = new FakeUploads();
  const state = new UploadListState(fake.uploads, 'a');
  state.add([fileOf('one')]);
  state.close();
  expect(fake.begun[0]?.isCancelled).toBe(true);
});
