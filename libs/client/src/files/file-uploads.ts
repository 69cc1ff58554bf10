import type { PendingUpload } from '@parley/protocol';

import { DEFAULT_TIMING } from '../options.js';
import type { ParleyOptions, Timing } from '../options.js';
import { FileUpload } from './file-upload.js';
import type { UploadOptions } from './file-upload.js';
import { UploadRequests } from './upload-requests.js';
import type { NamedBlob, UploadPurpose } from './upload-requests.js';

/** Further files begin when one of these has ended. */
const MAX_TRANSFERS = 3;

export interface FileUploadsOptions {
  /** The address of the service: `https://chat.example.com/`. */
  readonly url: string;
  /** As for `Parley`. */
  readonly token: ParleyOptions['token'];
  /** The delays between attempts after an interruption. */
  readonly timing?: Partial<Pick<Timing, 'minReconnectDelay' | 'maxReconnectDelay'>>;
}

/**
 * Uploads files for messages of a room, and avatars. After an interruption an upload goes on at the byte at which it
 * stopped. A few files are sent at a time, in the order of their calls.
 */
export class FileUploads {
  private readonly requests: UploadRequests;
  private readonly timing: Timing;
  private transfers = 0;
  private readonly queue: ((end: () => void) => void)[] = [];

  /** @throws TypeError for an address that is not one of HTTP */
  constructor({ url, token, timing }: FileUploadsOptions) {
    if (!/^https?:\/\//i.test(url) || !URL.canParse(url)) {
      throw new TypeError(`url must begin with http:// or https://, as that of the service: ${url}`);
    }
    this.requests = new UploadRequests({ url, token });
    this.timing = { ...DEFAULT_TIMING, ...timing };
  }

  /** @param file for example of a file input. Its name is text for the readers, never a path */
  upload(roomId: string, file: NamedBlob, options: UploadOptions = {}): FileUpload {
    return this.begin({ room_id: roomId }, file, options);
  }

  /**
   * Uploads a picture, which becomes a square of 512 pixels.
   * @param roomId the room whose avatar it is to be. Null: the user
   */
  uploadAvatar(roomId: string | null, file: NamedBlob, options: UploadOptions = {}): FileUpload {
    return this.begin(roomId === null ? { kind: 'avatar' } : { kind: 'room_avatar', room_id: roomId }, file, options);
  }

  /** Uploads a picture for the log-in of the deployment, of at most 512 pixels a side. Only for administrators. */
  uploadLogo(file: NamedBlob, options: UploadOptions = {}): FileUpload {
    return this.begin({ kind: 'logo' }, file, options);
  }

  /** An upload that nothing shows yet. Rejects with an UploadError. */
  read(uploadId: string): Promise<PendingUpload> {
    return this.requests.pending(uploadId, new AbortController().signal);
  }

  private begin(purpose: UploadPurpose, file: NamedBlob, options: UploadOptions): FileUpload {
    const turn = new Promise<() => void>((resolve) => this.queue.push(resolve));
    this.beginNext();
    return new FileUpload(this.requests, purpose, file, this.timing, turn, options);
  }

  private beginNext(): void {
    if (this.transfers >= MAX_TRANSFERS) return;
    const begin = this.queue.shift();
    if (!begin) return;
    this.transfers += 1;
    begin(() => {
      this.transfers -= 1;
      this.beginNext();
    });
  }
}
