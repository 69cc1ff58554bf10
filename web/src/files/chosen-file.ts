import type { UploadedFile } from '@parley/client';
import type { DraftPlace } from '@parley/client/private-state';
import type { ReadonlySignal, Signal } from '@preact/signals';

export type FileStatus =
  /** @param sent of 1 */
  | { readonly kind: 'sending'; readonly sent: number }
  | { readonly kind: 'ready'; readonly uploadId: string }
  | { readonly kind: 'failed'; readonly reason: string; readonly mayRetry: boolean };

/** A file that is to be sent with the next message of a room or of a thread. */
export interface ChosenFile {
  readonly key: string;
  readonly place: DraftPlace;
  readonly file: File;
  readonly status: ReadonlySignal<FileStatus>;
  readonly caption: ReadonlySignal<string>;
  readonly setCaption: (caption: string) => void;
  readonly retry: () => void;
  /** Ends its upload. */
  readonly cancel: () => void;
  /** A message shows it. */
  readonly forget: () => void;
}

export type ChosenFiles = Signal<readonly ChosenFile[]>;

export const chosenIn = (files: ChosenFiles, { roomId, threadId }: DraftPlace): readonly ChosenFile[] =>
  files.value.filter(({ place }) => place.roomId === roomId && place.threadId === threadId);

/** The files of the next message, for its form. */
interface FilesToSend {
  readonly uploads: readonly UploadedFile[];
  /** Whether one of them is on its way, or has failed. */
  readonly isUploading: boolean;
  /** The message has been sent. */
  readonly forget: () => void;
}

export function filesToSend(files: ChosenFiles, place: DraftPlace): FilesToSend {
  const chosen = chosenIn(files, place);
  const uploads = chosen.flatMap(uploadOf);
  const forget = (): void => {
    for (const file of chosen) file.forget();
  };
  return { uploads, isUploading: uploads.length < chosen.length, forget };
}

function uploadOf({ status, caption }: ChosenFile): UploadedFile[] {
  if (status.value.kind !== 'ready') return [];
  const text = caption.value.trim();
  return [{ upload_id: status.value.uploadId, ...(text && { caption: text }) }];
}
