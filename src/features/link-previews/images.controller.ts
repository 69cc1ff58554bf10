import type { ServerResponse } from 'node:http';

import { Controller, Get, HttpStatus, Query, Res, UseGuards } from '@nestjs/common';

import { CurrentUser, userRefusals } from '../auth/http/user.guard.js';
import type { AuthenticatedUser } from '../auth/http/user.guard.js';
import { FileUserGuard, RequestCost } from '../files/file-user.guard.js';
import { sendParts } from '../files/send-parts.js';
import { servedHeaders } from '../files/served-headers.js';
import { storeUnavailable } from '../files/upload-answers.js';
import { WaitedTooLong } from '../../platform/async/fair-queue.js';
import { LinkSettings } from './link.settings.js';
import { ApiError, throttled } from '../../platform/http/api-error.js';
import { Throttle } from '../../platform/http/rate-limits.js';
import { PublicRoute, RETRY_AFTER } from '../../platform/http/route-contract.js';
import type { FetchFault } from '../../platform/outgoing/fetch-refused.js';
import { fileKey } from '../uploads/file-keys.js';
import { FileMissing, FileStore, StoreUnavailable } from '../uploads/store/file-store.js';
import { UploadMetrics } from '../uploads/upload-metrics.js';
import { UploadRefused } from '../uploads/upload-refused.js';
import type { Upload } from '../uploads/uploads.repository.js';
import { PictureFetcher } from './picture-fetcher.js';

/** Of one user and process. */
const MOST_A_MINUTE = 120;
const BUSY_RETRY_SECONDS = 5;
/** The cost of a picture in the limit of its user, in events. */
const FETCH_COST = 5;

/** The answer for each fault of the other host. */
const ANSWERS: Readonly<Record<FetchFault, { readonly status: number; readonly code: string }>> = {
  url: { status: HttpStatus.BAD_REQUEST, code: 'invalid' },
  not_public: { status: HttpStatus.FORBIDDEN, code: 'not_public' },
  redirects: { status: HttpStatus.BAD_GATEWAY, code: 'bad_gateway' },
  status: { status: HttpStatus.BAD_GATEWAY, code: 'bad_gateway' },
  type: { status: HttpStatus.UNSUPPORTED_MEDIA_TYPE, code: 'unsupported_media_type' },
  too_large: { status: HttpStatus.BAD_GATEWAY, code: 'bad_gateway' },
  timeout: { status: HttpStatus.GATEWAY_TIMEOUT, code: 'bad_gateway' },
  unreachable: { status: HttpStatus.BAD_GATEWAY, code: 'bad_gateway' },
};

/** Whether the service fetches pictures of other hosts. */
export interface ImageProxyStatus {
  readonly enabled: boolean;
}

/** Pictures of other hosts, for the web client. */
@Controller('api/images')
@UseGuards(FileUserGuard)
export class ImagesController {
  private readonly requests = new Throttle({ most: MOST_A_MINUTE, seconds: 60 });

  constructor(
    private readonly pictures: PictureFetcher,
    private readonly store: FileStore,
    private readonly metrics: UploadMetrics,
    private readonly settings: LinkSettings,
  ) {}

  @PublicRoute({
    summary: 'Returns whether the service fetches pictures of other hosts.',
    bearer: 'user',
    roomTokens: 'open',
    answers: { 200: { description: '`enabled`.', type: 'ImageProxyStatus' }, ...userRefusals },
  })
  @Get('status/')
  status(): ImageProxyStatus {
    return { enabled: this.settings.imageProxy };
  }

  @PublicRoute({
    summary: 'Returns a picture of another host, which the service fetches, writes anew and keeps for a day.',
    bearer: 'user',
    roomTokens: 'open',
    answers: {
      200: { description: 'The picture.', contentType: 'application/octet-stream' },
      400: { description: 'It is no http or https URL: `invalid`.', type: 'HttpError' },
      ...userRefusals,
      403: { description: 'Its host is not public: `not_public`.', type: 'HttpError' },
      404: { description: 'The deployment does not do this (`IMAGE_PROXY`): `not_found`.', type: 'HttpError' },
      415: { description: 'It is no picture of an accepted type: `unsupported_media_type`.', type: 'HttpError' },
      429: {
        description: 'The user has requested too many pictures: `throttled`.',
        type: 'HttpError',
        headers: RETRY_AFTER,
      },
      502: { description: 'The host does not answer with a picture: `bad_gateway`.', type: 'HttpError' },
      503: {
        description: 'Too many pictures are being processed, or the store does not answer: `unavailable`.',
        type: 'HttpError',
        headers: RETRY_AFTER,
      },
      504: { description: 'The host does not answer in time: `bad_gateway`.', type: 'HttpError' },
    },
  })
  @RequestCost(FETCH_COST)
  @Get()
  async image(
    @Query() { url }: { readonly url?: unknown },
    @CurrentUser() { userId }: AuthenticatedUser,
    @Res() response: ServerResponse,
  ): Promise<void> {
    if (!this.settings.imageProxy) throw new ApiError(HttpStatus.NOT_FOUND, 'Not found.', 'not_found');
    const wait = await this.requests.count(String(userId));
    if (wait > 0) throw throttled('Too many pictures were requested.', wait);
    const picture = typeof url === 'string' ? await this.find(url, response) : 'url';
    if (!picture) return;
    if (typeof picture === 'string') throw refused(picture);
    await this.serve(picture, response);
  }

  /** @returns undefined for a reader who has left, which ends the fetch */
  private async find(url: string, response: ServerResponse): Promise<Upload | FetchFault | undefined> {
    const leaving = new AbortController();
    response.on('close', () => leaving.abort());
    try {
      return await this.pictures.find(url, leaving.signal);
    } catch (error) {
      if (leaving.signal.aborted) return undefined;
      if (error instanceof StoreUnavailable) throw storeUnavailable();
      if (error instanceof UploadRefused || error instanceof WaitedTooLong) throw busy();
      throw error;
    }
  }

  private async serve(picture: Upload, response: ServerResponse): Promise<void> {
    const { id, mimeType, servedBytes, sha256 } = picture;
    const body = await this.bytes(id);
    const file = { mimeType, charset: null, filename: 'picture', sha256: sha256 ?? '', isThumbnail: false };
    response.writeHead(HttpStatus.OK, {
      ...servedHeaders(file, new Date()),
      'Accept-Ranges': 'none',
      'Cache-Control': 'private, max-age=86400',
      'Content-Length': servedBytes ?? 0,
    });
    await sendParts(body, response, (sent) => this.metrics.served(sent));
  }

  private async bytes(id: string) {
    try {
      return await this.store.parts(fileKey(id));
    } catch (error) {
      if (error instanceof FileMissing || error instanceof StoreUnavailable) throw storeUnavailable();
      throw error;
    }
  }
}

function refused(fault: FetchFault): ApiError {
  const { status, code } = ANSWERS[fault];
  return new ApiError(status, `The picture cannot be fetched: ${fault}.`, code);
}

const busy = (): ApiError =>
  new ApiError(HttpStatus.SERVICE_UNAVAILABLE, 'Too many pictures are being fetched: try again later.', 'unavailable', {
    'Retry-After': String(BUSY_RETRY_SECONDS),
  });
