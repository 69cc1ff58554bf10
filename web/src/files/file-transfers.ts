import { FileUploads, UploadError } from '@parley/client/files';
import type { FileUpload } from '@parley/client/files';
import { uuid } from '@parley/client/private-state';
import type { DraftPlace } from '@parley/client/private-state';
import { signal } from '@preact/signals';

import type { Chat } from '../chat/chat.js';
import { toast } from '../design/toasts.js';
import { t } from '../languages/translate.js';
import { accessToken } from '../session/session.js';
import type { ChosenFile, FileStatus } from './chosen-file.js';
import { chosenIn } from './chosen-file.js';
import { acceptableFile, ANY_TYPE, typeOf } from './file-type.js';
import { KeptFiles } from './kept-files.js';
import type { KeptFile } from './kept-files.js';
import { refusalOf } from './refusals.js';
import { withFewerBytes } from './smaller-picture.js';

/** The files of a message. The service has the same limit. */
const MAX_FILES = 10;

interface StartedFile extends KeptFile {
  readonly key: string;
  /** Lets other tabs have the file. */
  readonly release: () => void;
}

/** The uploads of the files that the user has chosen. */
class FileTransfers {
  private readonly uploads = new FileUploads({ url: document.baseURI, token: accessToken });
  private readonly kept: KeptFiles;

  constructor(private readonly chat: Pick<Chat, 'files' | 'self'>) {
    this.kept = new KeptFiles(chat.self.id);
    void this.restore();
  }

  /** Uploads files for the next message of a room or of a thread. */
  async add(place: DraftPlace, files: readonly File[]): Promise<void> {
    const room = MAX_FILES - chosenIn(this.chat.files, place).length;
    if (files.length > room) toast(t('files.tooMany', { count: MAX_FILES }), true);
    for (const [at, original] of files.slice(0, room).entries()) {
      // An earlier page's files are restored in the order of their keys.
      const key = `${new Date().toISOString()} ${String(at)} ${uuid()}`;
      const file = (await acceptableFile(original)) ?? original;
      const release = (await this.kept.claim(key)) ?? (() => undefined);
      await this.kept.keep(key, { place, file });
      this.begin({ key, place, file, release });
    }
  }

  /** Goes on with what an earlier page has not sent. */
  private async restore(): Promise<void> {
    for (const [key, kept] of await this.kept.all()) {
      const release = await this.kept.claim(key);
      if (!release) continue;
      if (chosenIn(this.chat.files, kept.place).length < MAX_FILES) this.begin({ ...kept, key, release });
      else await this.kept.remove(key);
    }
  }

  private begin(begun: StartedFile): void {
    const { key, place, file } = begun;
    const caption = signal(begun.caption ?? '');
    const status = signal<FileStatus>({ kind: 'sending', sent: 0 });
    let { opened } = begun;
    let [sent, mimeType] = [file, typeOf(file)];
    let upload: FileUpload | undefined;
    const send = (): void => {
      status.value = { kind: 'sending', sent: 0 };
      upload = this.uploads.upload(place.roomId, sent, {
        mimeType,
        opened,
        onOpened: (created) => {
          opened = created;
          void this.kept.keep(key, { place, file: sent, opened });
        },
        onProgress: (bytes) => {
          status.value = { kind: 'sending', sent: bytes / sent.size };
        },
      });
      upload.done.then(
        ({ upload_id: uploadId }) => {
          status.value = { kind: 'ready', uploadId };
        },
        (error: unknown) => void retryAs(error),
      );
    };
    /** Once more, as what the service takes: a smaller photo, or a file of any type. */
    const retryAs = async (error: unknown): Promise<void> => {
      const other = await otherwise(error, { file: sent, mimeType });
      if (!other) {
        status.value = { kind: 'failed', ...refusalOf(error) };
      } else if (this.chat.files.peek().includes(chosen)) {
        ({ file: sent, mimeType } = other);
        opened = undefined;
        send();
      }
    };
    const chosen: ChosenFile = {
      key,
      place,
      file,
      status,
      caption,
      retry: send,
      setCaption: (text) => {
        caption.value = text;
        void this.kept.keepCaption(key, text);
      },
      cancel: () => {
        void upload?.cancel();
        this.forget(chosen, begun);
      },
      forget: () => this.forget(chosen, begun),
    };
    this.chat.files.value = [...this.chat.files.value, chosen];
    if (file.size === 0) status.value = { kind: 'failed', ...refusalOf(new UploadError('invalid', file.name)) };
    else send();
  }

  private forget(chosen: ChosenFile, { key, release }: StartedFile): void {
    this.chat.files.value = this.chat.files.value.filter((other) => other !== chosen);
    void this.kept.remove(key).finally(release);
  }
}

interface SentFile {
  readonly file: File;
  readonly mimeType: string;
}

/** How a refused file may be sent instead. @returns null if it may not */
async function otherwise(error: unknown, { file, mimeType }: SentFile): Promise<SentFile | null> {
  const code = error instanceof UploadError ? error.code : '';
  if (code === 'request_too_large') {
    const smaller = await withFewerBytes(file);
    return smaller && { file: smaller, mimeType };
  }
  const mayBeAnyFile = mimeType !== ANY_TYPE && !mimeType.startsWith('image/');
  return code === 'bytes_differ' && mayBeAnyFile ? { file, mimeType: ANY_TYPE } : null;
}

const transfers = new WeakMap<Chat, FileTransfers>();

/** The transfers of a log-in, which go on while other rooms are shown. */
export function transfersOf(chat: Chat): FileTransfers {
  const present = transfers.get(chat) ?? new FileTransfers(chat);
  transfers.set(chat, present);
  return present;
}
