import type { UploadedFile } from '@parley/client';
import type { ReadonlySignal, Signal } from '@preact/signals';

export type FileStatus =
  /** @param sent of 1 */
  | { readonly kind: 'sending'; readonly sent: number }
  | { readonly kind: 'ready'; readonly uploadId: string }
  | { readonly kind: 'failed'; readonly reason: string; readonly mayRetry: boolean };

/** A file that is to be sent with the next message of a room. */
export interface ChosenFile {
  readonly key: string;
  readonly roomId: string;
  readonly file: File;
  readonly status: ReadonlySignal<FileStatus>;
  readonly retry: () => void;
  /** Ends its upload. */
  readonly cancel: () => void;
  /** A message shows it. */
  readonly forget: () => void;
}

export type ChosenFiles = Signal<readonly ChosenFile[]>;

export const chosenIn = (files: ChosenFiles, roomId: string): readonly ChosenFile[] =>
  files.value.filter((file) => file.roomId === roomId);

export const isReady = ({ status }: ChosenFile): boolean => status.value.kind === 'ready';

/** For a message, of those that are ready. */
export const uploadsOf = (files: readonly ChosenFile[]): UploadedFile[] =>
  files.flatMap(({ status: { value } }) => (value.kind === 'ready' ? { upload_id: value.uploadId } : []));
