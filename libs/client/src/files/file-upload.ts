import type { OpenedUpload, PendingUpload } from '@parley/protocol';

import { backoffDelay } from '../options.js';
import type { Timing } from '../options.js';
import { UploadError } from './http.js';
import type { NamedBlob, UploadPurpose, UploadRequests } from './upload-requests.js';

/** Bytes. */
const PART_SIZE = 1_048_576;
/** How often in a row an upload may fail without a further byte at the service. */
const MAX_FAILURES = 8;

export interface UploadOptions {
  /** As the service accepts it. Default: the `type` of the file. */
  readonly mimeType?: string;
  /** Goes on with this upload, from `onOpened`, perhaps of an earlier page. If it is gone, there is a new one. */
  readonly opened?: OpenedUpload | undefined;
  /** Called when the service has created the upload. An application that keeps it can go on with it later. */
  readonly onOpened?: (opened: OpenedUpload) => void;
  /** @param bytes of the file that are on the way or have arrived */
  readonly onProgress?: (bytes: number) => void;
}

export class FileUpload {
  /**
   * The checked file, for a message, `media: [{ upload_id }]`, or as the `avatar_upload_id` of a change. Rejects with
   * an UploadError.
   */
  readonly done: Promise<PendingUpload>;
  private readonly abort = new AbortController();
  private opened: OpenedUpload | undefined;
  /** The bytes that the service has. */
  private arrived = 0;
  private hasRestarted = false;

  /** @param turn resolves when the transfer may begin, with a function that ends it */
  constructor(
    private readonly requests: UploadRequests,
    private readonly purpose: UploadPurpose,
    private readonly file: NamedBlob,
    private readonly timing: Timing,
    turn: Promise<() => void>,
    private readonly options: UploadOptions,
  ) {
    this.opened = options.opened;
    this.done = turn.then((end) => this.transfer().finally(end));
    // An application that cancels need not handle the rejection.
    this.abort.signal.addEventListener('abort', () => {
      this.done.catch(() => undefined);
    });
  }

  /** Ends the upload, and removes it from the service. `done` is rejected as `cancelled`, unless it is complete. */
  async cancel(): Promise<void> {
    this.abort.abort();
    await this.done.catch(() => undefined);
    // An upload that nobody uses is removed by the service after a day too.
    if (this.opened)
      await this.requests.remove(this.opened.upload_id, new AbortController().signal).catch(() => undefined);
  }

  private async transfer(): Promise<PendingUpload> {
    for (let failures = 0; ;) {
      const before = this.arrived;
      try {
        this.checkCancelled();
        return await this.attempt();
      } catch (error) {
        this.checkCancelled();
        if (this.restart(error as UploadError)) continue;
        // The service keeps nothing of a file that it has checked and refused.
        if ((error as UploadError).status === 422) this.opened = undefined;
        failures = this.arrived > before ? 1 : failures + 1;
        if (!isTemporary(error as UploadError) || failures > MAX_FAILURES) throw error;
        await this.pause(failures - 1, error as UploadError);
      }
    }
  }

  private async attempt(): Promise<PendingUpload> {
    const { signal } = this.abort;
    const isNew = this.opened === undefined;
    const { upload_id: id, upload } = (this.opened ??= await this.open());
    if (upload.protocol === 'put') {
      await this.requests.put(upload, { body: this.file, signal, onSent: this.options.onProgress });
      return this.requests.complete(id, signal);
    }
    this.report(isNew ? 0 : await this.requests.offset(upload.url, signal));
    while (this.arrived < this.file.size) await this.append(upload.url);
    return this.requests.pending(id, signal);
  }

  private async open(): Promise<OpenedUpload> {
    const { name: filename, size, type } = this.file;
    const description = { filename, size, mime_type: this.options.mimeType ?? type, ...this.purpose };
    const opened = await this.requests.create(description, this.abort.signal);
    this.options.onOpened?.(opened);
    return opened;
  }

  private async append(path: string): Promise<void> {
    const from = this.arrived;
    const body = this.file.slice(from, from + PART_SIZE);
    const onSent = (bytes: number): void => this.options.onProgress?.(from + bytes);
    this.report(await this.requests.append(path, from, { body, signal: this.abort.signal, onSent }));
  }

  private report(arrived: number): void {
    this.arrived = arrived;
    this.options.onProgress?.(arrived);
  }

  /** Begins anew, once, if the upload is gone: its day has passed, or its address at the store. */
  private restart({ status }: UploadError): boolean {
    if (!this.opened || this.hasRestarted) return false;
    const isGone = this.opened.upload.protocol === 'put' ? status === 403 || status === 404 : status === 404;
    if (!isGone) return false;
    this.hasRestarted = true;
    this.opened = undefined;
    this.arrived = 0;
    return true;
  }

  private checkCancelled(): void {
    if (this.abort.signal.aborted) throw new UploadError('cancelled', 'The upload was cancelled.');
  }

  /** Ends early when the upload is cancelled. */
  private pause(failures: number, { retryAfter = 0 }: UploadError): Promise<void> {
    const { signal } = this.abort;
    const delay = Math.max(retryAfter * 1_000, backoffDelay(failures, this.timing));
    return new Promise((resolve) => {
      const end = (): void => {
        clearTimeout(timer);
        signal.removeEventListener('abort', end);
        resolve();
      };
      const timer = setTimeout(end, delay);
      signal.addEventListener('abort', end);
    });
  }
}

/** No answer; another request that writes the upload, or a damaged part; too many requests; a fault of the service. */
const TEMPORARY: ReadonlySet<number> = new Set([0, 409, 429, 460, 500, 502, 503, 504]);

const isTemporary = ({ code, status }: UploadError): boolean => code !== 'token' && TEMPORARY.has(status);
