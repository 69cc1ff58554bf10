import type { FileUpload, FileUploads, NamedBlob, UploadError } from '@parley/client/files';

import { ObservableState } from './observable-state.js';

/** A file that is to be sent with the next message. */
export interface ChosenFile {
  readonly key: number;
  readonly file: NamedBlob;
  /** `done`: a message can show it. */
  readonly status: 'uploading' | 'done' | 'failed';
  /** Bytes that are on the way or have arrived. */
  readonly sent: number;
  /** Why it failed; null: it has not. */
  readonly error: UploadError | null;
}

export interface ChosenFiles {
  readonly files: readonly ChosenFile[];
  /** The finished ones, for the option `media` of a message. */
  readonly media: readonly { readonly upload_id: string }[];
  /** Whether every file can be sent: none is on the way, and none has failed. */
  readonly isReady: boolean;
}

interface Entry {
  readonly chosen: ChosenFile;
  readonly upload: FileUpload;
  readonly uploadId?: string;
}

export const NO_FILES: ChosenFiles = { files: [], media: [], isReady: true };

/** The files for the next message of a room, which are uploaded as soon as they are chosen. */
export class UploadListState extends ObservableState<ChosenFiles> {
  private entries: readonly Entry[] = [];
  private lastKey = 0;

  constructor(
    private readonly uploads: Pick<FileUploads, 'upload'>,
    private readonly roomId: string,
  ) {
    super(NO_FILES);
  }

  add(files: Iterable<NamedBlob>): void {
    for (const file of files) {
      this.lastKey += 1;
      this.show([...this.entries, this.begin(this.lastKey, file)]);
    }
  }

  /** Uploads a failed file again. */
  retry(key: number): void {
    this.show(this.entries.map((each) => (each.chosen.key === key ? this.begin(key, each.chosen.file) : each)));
  }

  /** Removes a file, also from the service. */
  remove(key: number): void {
    for (const { chosen, upload } of this.entries) if (chosen.key === key) void upload.cancel();
    this.show(this.entries.filter(({ chosen }) => chosen.key !== key));
  }

  /** The finished files are in a message now. */
  clear(): void {
    this.show(this.entries.filter(({ chosen }) => chosen.status !== 'done'));
  }

  /** Nobody will send them: they are removed from the service. */
  override close(): void {
    super.close();
    for (const { chosen } of this.entries) this.remove(chosen.key);
  }

  private begin(key: number, file: NamedBlob): Entry {
    const onProgress = (sent: number): void => this.change(upload, { sent });
    const upload: FileUpload = this.uploads.upload(this.roomId, file, { onProgress });
    upload.done.then(
      ({ upload_id: uploadId }) => this.change(upload, { status: 'done', sent: file.size }, { uploadId }),
      (error: unknown) => this.change(upload, { status: 'failed', error: error as UploadError }),
    );
    return { upload, chosen: { key, file, status: 'uploading', sent: 0, error: null } };
  }

  private change(upload: FileUpload, change: Partial<ChosenFile>, found: { readonly uploadId?: string } = {}): void {
    this.show(
      this.entries.map((each) =>
        each.upload === upload ? { ...each, ...found, chosen: { ...each.chosen, ...change } } : each,
      ),
    );
  }

  private show(entries: readonly Entry[]): void {
    this.entries = entries;
    this.set({
      files: entries.map(({ chosen }) => chosen),
      media: entries.flatMap(({ uploadId }) => (uploadId === undefined ? [] : [{ upload_id: uploadId }])),
      isReady: entries.every(({ chosen }) => chosen.status === 'done'),
    });
  }
}
