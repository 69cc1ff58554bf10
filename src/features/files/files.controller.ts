import type { IncomingMessage, ServerResponse } from 'node:http';

import { Controller, Get, HttpStatus, Param, Query, Req, Res, UseGuards } from '@nestjs/common';
import { isUUID } from 'class-validator';

import type { AuthenticatedUser } from '../auth/http/user.guard.js';
import { ApiError } from '../../platform/http/api-error.js';
import { PublicRoute, RETRY_AFTER } from '../../platform/http/route-contract.js';
import { fileKey, thumbnailKey } from '../uploads/file-keys.js';
import { FileMissing, FileStore, StoreUnavailable } from '../uploads/store/file-store.js';
import { UploadMetrics } from '../uploads/upload-metrics.js';
import { storeUnavailable } from './upload-answers.js';
import { rangeHeaders, rangeOf } from './byte-range.js';
import type { ByteRange } from './byte-range.js';
import { FileReaderGuard, signatureIn } from './file-reader.guard.js';
import type { FileQuery } from './file-reader.guard.js';
import { fileUserRefusals } from './file-user.guard.js';
import { ReadableFiles } from './readable-files.js';
import type { ReadableFile } from './readable-files.js';
import { sendParts } from './send-parts.js';
import { etagOf, isNotModified, servedHeaders } from './served-headers.js';
import type { ServedFile } from './served-headers.js';

type Reader = IncomingMessage & { readonly user?: AuthenticatedUser };

const STATUS_OF_RANGE = { whole: 200, part: 206, unsatisfiable: 416 } as const;

/** The files of messages, and avatars. */
@Controller('api/files')
export class FilesController {
  constructor(
    private readonly files: ReadableFiles,
    private readonly store: FileStore,
    private readonly metrics: UploadMetrics,
  ) {}

  @PublicRoute({
    summary:
      'Returns a file of a message, or a part of it, to who may read the message now, or an avatar to every user. `?thumbnail` is the small picture of a file.',
    bearer: 'user',
    roomTokens: 'open',
    scope: 'messages:read',
    answers: {
      200: {
        description: 'The bytes.',
        contentType: 'application/octet-stream',
        headers: { ETag: { description: 'The SHA-256 of the file.' } },
      },
      206: { description: 'A part of the bytes.', contentType: 'application/octet-stream' },
      304: { description: 'The reader has the bytes.' },
      ...fileUserRefusals,
      429: {
        ...fileUserRefusals[429],
        description: 'The user, the API key, or the network address makes too many requests: `throttled`.',
      },
      404: {
        description:
          'No message that the user may read has such a file, it is no avatar in use, or the address is not valid any more: `not_found`.',
        type: 'HttpError',
      },
      503: {
        description: 'The store of files does not answer: `unavailable`.',
        type: 'HttpError',
        headers: RETRY_AFTER,
      },
      416: { description: 'The file has no byte of the range.' },
    },
  })
  @Get(':attachment_id')
  @UseGuards(FileReaderGuard)
  async file(
    @Param('attachment_id') id: string,
    @Query() query: FileQuery,
    @Req() request: Reader,
    @Res() response: ServerResponse,
  ): Promise<void> {
    const file = isUUID(id) ? await this.readable(id.toLowerCase(), query, request) : undefined;
    if (!file) throw notFound();
    await this.serve(file, query.thumbnail !== undefined, request, response);
  }

  private readable(id: string, query: FileQuery, { user }: Reader): Promise<ReadableFile | undefined> {
    if (user) return this.files.byUser(user, id);
    const signature = signatureIn(query);
    return signature ? this.files.byAddress(id, signature) : Promise.resolve(undefined);
  }

  private async serve(
    file: ReadableFile,
    isThumbnail: boolean,
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> {
    const now = new Date();
    const key = isThumbnail ? thumbnailKey(file.upload.id) : fileKey(file.upload.id);
    const bytes = isThumbnail ? await this.store.size(key) : file.upload.servedBytes;
    if (bytes === undefined || bytes === null) throw notFound();
    const served = servedFile(file, isThumbnail, now);
    const headers = servedHeaders(served, now);
    if (isNotModified(request.headers['if-none-match'], etagOf(served))) {
      response.writeHead(HttpStatus.NOT_MODIFIED, headers).end();
      return;
    }
    const range = rangeIn(request, bytes, etagOf(served));
    const hasBody = request.method !== 'HEAD' && range.kind !== 'unsatisfiable';
    const body = hasBody ? await this.bytes(key, range) : undefined;
    response.writeHead(STATUS_OF_RANGE[range.kind], { ...headers, ...rangeHeaders(range, bytes) });
    if (body) {
      await sendParts(body, response, (sent) => this.metrics.served(sent));
    } else response.end();
  }

  /** @throws ApiError 404 if the bytes are just being deleted */
  private async bytes(key: string, range: ReturnType<typeof rangeOf>) {
    try {
      return await this.metrics.countingFailures(this.store.parts(key, range.kind === 'part' ? range : undefined));
    } catch (error) {
      if (error instanceof FileMissing) throw notFound();
      if (error instanceof StoreUnavailable) throw storeUnavailable();
      throw error;
    }
  }
}

const servedFile = ({ upload, secondsLeft }: ReadableFile, isThumbnail: boolean, now: Date): ServedFile => ({
  mimeType: upload.mimeType,
  charset: upload.charset,
  filename: upload.filename,
  sha256: upload.sha256 ?? '',
  isThumbnail,
  ...(secondsLeft !== undefined && { signedUntil: new Date(now.getTime() + secondsLeft * MS) }),
});

const MS = 1_000;

/** A header that is sent several times is a list, and no entity tag. */
function rangeIn({ headers }: IncomingMessage, bytes: number, etag: string): ByteRange {
  const { range, 'if-range': ifRange } = headers;
  return rangeOf(range, bytes, Array.isArray(ifRange) ? ifRange.join() : ifRange, etag);
}

const notFound = (): ApiError => new ApiError(HttpStatus.NOT_FOUND, 'No such file.', 'not_found');
