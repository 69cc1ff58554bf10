import type { IncomingMessage, ServerResponse } from 'node:http';
import { ReadableStream } from 'node:stream/web';

import { Injectable } from '@nestjs/common';
import type { OnModuleInit } from '@nestjs/common';
import { Server } from '@tus/server';
import { NodeRequest } from 'srvx/node';
import { setFlagsFromString } from 'node:v8';

import { UploadMetrics } from '../upload-metrics.js';
import { UploadRefused } from '../upload-refused.js';
import type { UploadFault } from '../upload-refused.js';
import { UploadsRepository } from '../uploads.repository.js';
import type { Upload } from '../uploads.repository.js';
import { DiskIncoming } from '../receiving/disk-incoming.js';
import { Incoming } from '../receiving/incoming.js';
import type { ReceivedFiles } from '../receiving/received-files.js';
import { UploadLocks } from '../receiving/upload-locks.js';
import { WholeUpload } from '../receiving/whole-upload.js';
import { FileStore } from '../store/file-store.js';
import { UploadFinish } from './upload-finish.js';

export const TUS_VERSION = '1.0.0';
/** The algorithms of `Upload-Checksum`. */
export const CHECKSUM_ALGORITHM = 'sha256';

/** The parts of the answer to a request of tus. */
export interface TusAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
}

/** Faults that the library reports by a status. */
const FAULTS: Readonly<Record<number, UploadFault>> = {
  404: 'gone',
  409: 'wrong_offset',
  410: 'gone',
  413: 'too_large',
  // A header of an extension that is not offered.
  501: 'malformed',
};

interface LibraryFault {
  readonly status_code: number;
  readonly body: string;
}

/**
 * Receives the bytes of uploads by tus 1.0.0 with the extensions checksum and termination. An upload is created by
 * `POST /api/uploads`, so creation by tus is not offered. The request that brings the last byte is answered after the
 * check of the file.
 */
@Injectable()
export class TusEndpoint implements OnModuleInit {
  /** Undefined: the bytes arrive at the store itself. */
  private files: ReceivedFiles | undefined;
  private server: Server | undefined;

  constructor(
    private readonly incoming: Incoming,
    private readonly uploads: UploadsRepository,
    private readonly locks: UploadLocks,
    private readonly finish: UploadFinish,
    private readonly store: FileStore,
    private readonly metrics: UploadMetrics,
  ) {}

  onModuleInit(): void {
    if (!(this.incoming instanceof DiskIncoming)) return;
    this.files = this.incoming.files(this.uploads, (bytes) => this.metrics.received(bytes));
    this.server = new Server({
      path: '/api/uploads',
      datastore: this.files,
      locker: this.locks,
      // The policy for pages of other origins is that of all routes.
      allowedOrigins: () => false,
      // A stale request of a client that resumes is cut after this time.
      lockDrainTimeout: 1_000,
      onResponseError: (_, error) => {
        throw translated(error);
      },
    });
  }

  /**
   * Answers HEAD: how many bytes have arrived.
   * @throws UploadRefused
   */
  async offset(upload: Upload): Promise<TusAnswer> {
    const received = upload.state !== 'open' ? upload.bytes : await this.incoming.received(upload.id);
    if (received === undefined) throw new UploadRefused('gone', 'No such upload.');
    // The answer to the last part was lost, or the process was killed before it.
    if (received === upload.bytes && upload.state === 'open') await this.finish.finish(upload);
    const headers = { 'Upload-Offset': String(received), 'Upload-Length': String(upload.bytes) };
    return { status: 200, headers: { ...headers, 'Tus-Resumable': TUS_VERSION, 'Cache-Control': 'no-store' } };
  }

  /**
   * Answers PATCH: writes a part.
   * @throws UploadRefused
   */
  async append(upload: Upload, request: IncomingMessage, response: ServerResponse): Promise<TusAnswer> {
    const { files, server } = this;
    if (!files || !server) throw new UploadRefused('malformed', 'The bytes are sent to the store.');
    if (upload.state !== 'open') throw new UploadRefused('wrong_offset', 'The upload is complete.');
    growHeapForArrivals();
    const checksum = checksumOf(request.headers['upload-checksum']);
    const whole =
      checksum === undefined && isWhole(upload, request)
        ? new WholeUpload(request, (path) => this.store.begin(upload.id, path))
        : undefined;
    try {
      const answer = await files.withPart({ checksum, whole }, () =>
        server.handleWeb(webRequest(request, response, whole)),
      );
      if (answer.status >= 400) throw new UploadRefused('malformed', (await answer.text()).trim());
      if (answer.headers.get('Upload-Offset') === String(upload.bytes)) await this.finish.finish(upload, whole?.file);
      return { status: answer.status, headers: Object.fromEntries(answer.headers) };
    } finally {
      await whole?.discard();
    }
  }
}

/** Whether the request brings all bytes of a file that is stored as it is. Pictures are written anew. */
const isWhole = ({ bytes, mimeType }: Upload, { headers }: IncomingMessage): boolean =>
  headers['upload-offset'] === '0' && headers['content-length'] === String(bytes) && !mimeType.startsWith('image/');

/**
 * The request in the form of the library. Its body passes parts on as they are: that of NodeRequest copies each of
 * them.
 */
const webRequest = (req: IncomingMessage, res: ServerResponse, whole: WholeUpload | undefined): Request =>
  Object.defineProperty(new NodeRequest({ req, res }), 'body', { value: whole?.body() ?? ReadableStream.from(req) });

/**
 * The SHA-256 of a part in hexadecimal digits, from a header such as `sha256 <base64>`; undefined: the client gives
 * none.
 * @throws UploadRefused `malformed`
 */
function checksumOf(header: string | string[] | undefined): string | undefined {
  if (header === undefined) return undefined;
  const [, digest] = /^sha256 ([A-Za-z0-9+/]{43}=)$/.exec(String(header)) ?? [];
  if (digest !== undefined) return Buffer.from(digest, 'base64').toString('hex');
  throw new UploadRefused('malformed', `Upload-Checksum must be ${CHECKSUM_ALGORITHM} and the digest as base64.`);
}

/** The error of the library, which throws objects of its own, in our terms. */
function translated(error: Error | LibraryFault): Error {
  if (!('status_code' in error)) return error;
  const fault = FAULTS[error.status_code];
  if (fault) return new UploadRefused(fault, error.body.trim());
  return error.status_code < 500 ? new UploadRefused('malformed', error.body.trim()) : new Error(error.body.trim());
}

const PERCENT = 100;

let isSet = false;

/**
 * Lets the heap of this process grow by a share of what is in use before all of it is collected again. The memory of bytes that
 * arrive counts as growth. V8 chooses a smaller share after a while, and then collects all for about every 25 MiB that
 * arrive, which takes as long as their arrival. A process that receives no files keeps its small heap.
 */
function growHeapForArrivals(): void {
  if (isSet) return;
  isSet = true;
  setFlagsFromString(`--heap-growing-percent=${String(PERCENT)}`);
}
