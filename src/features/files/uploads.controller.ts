import type { IncomingMessage, ServerResponse } from 'node:http';

import {
  Controller,
  Delete,
  Get,
  Head,
  HttpCode,
  HttpStatus,
  Options,
  Param,
  Patch,
  Post,
  Req,
  Res,
  UseGuards,
} from '@nestjs/common';
import type { OpenedUpload, PendingUpload } from '@parley/protocol';
import { isUUID } from 'class-validator';

import { CurrentUser } from '../auth/http/user.guard.js';
import type { AuthenticatedUser } from '../auth/http/user.guard.js';
import { ApiError } from '../../platform/http/api-error.js';
import { JsonBody, PostRoute } from '../../platform/http/body.js';
import { bodyRefusals, PublicRoute } from '../../platform/http/route-contract.js';
import { UploadFinish } from '../uploads/completion/upload-finish.js';
import { CHECKSUM_ALGORITHM, TUS_VERSION, TusEndpoint } from '../uploads/completion/tus-endpoint.js';
import type { TusAnswer } from '../uploads/completion/tus-endpoint.js';
import { ownUploads } from '../uploads/upload-grant.js';
import { UploadMetrics } from '../uploads/upload-metrics.js';
import { UploadsRepository } from '../uploads/uploads.repository.js';
import type { Upload } from '../uploads/uploads.repository.js';
import { UploadsService } from '../uploads/uploads.service.js';
import { FileUserGuard, fileUserRefusals, RequestCost } from './file-user.guard.js';
import { checkRefusals, toPendingUpload, withAnswers } from './upload-answers.js';
import { isOfOwnRoom } from './readable-files.js';
import { UploadPurposes, UploadRequest } from './upload-purposes.js';

/** An upload is a row, files in the store, and the check of its bytes. In events of the limit of a user. */
const CREATION_COST = 5;
const CHECK_COST = 5;

/** The uploads of the user of an access token or an API key, until a message, a profile or a room shows them. */
@Controller('api/uploads')
@UseGuards(FileUserGuard)
export class UploadsController {
  constructor(
    private readonly purposes: UploadPurposes,
    private readonly service: UploadsService,
    private readonly uploads: UploadsRepository,
    private readonly finish: UploadFinish,
    private readonly tus: TusEndpoint,
    private readonly metrics: UploadMetrics,
  ) {}

  @PublicRoute({
    summary: 'Creates an upload, whose bytes are sent to the address in the answer.',
    bearer: 'user',
    roomTokens: 'open',
    scope: 'messages:write',
    body: UploadRequest,
    answers: {
      201: { description: 'The upload, which is removed after a day if nothing shows it.', type: 'OpenedUpload' },
      ...bodyRefusals,
      ...fileUserRefusals,
      403: {
        ...fileUserRefusals[403],
        description: `The user may not send in the room, or not change its avatar: \`permission_denied\`. ${fileUserRefusals[403].description}`,
      },
      404: { description: 'The user is no member of such a room: `not_found`.', type: 'HttpError' },
      413: {
        description: 'The file is larger than `MAX_UPLOAD_BYTES`, or the body is over 16 KiB.',
        type: 'HttpError',
      },
      415: { description: 'Files of this type are not allowed, or the body is not JSON.', type: 'HttpError' },
      429: {
        ...fileUserRefusals[429],
        description:
          'The user, or the API key, makes too many requests, or the user has `MAX_OPEN_UPLOADS` uploads whose bytes are not complete: `throttled`.',
      },
      507: {
        description: 'The files of the user would exceed `UPLOAD_QUOTA_BYTES`: `quota_exceeded`.',
        type: 'HttpError',
      },
    },
  })
  @RequestCost(CREATION_COST)
  @Post()
  async create(
    @CurrentUser() { user, role, mayUseRole, rooms }: AuthenticatedUser,
    @JsonBody(UploadRequest) request: UploadRequest,
  ): Promise<OpenedUpload> {
    const grant = await this.purposes.grant({ user, role: mayUseRole ? role : 'user', rooms }, request);
    const { filename, size, mime_type } = request;
    const declared = { filename, bytes: size, mimeType: mime_type };
    const { id, target, expiresAt } = await this.answered(this.service.create(grant, declared));
    return { upload_id: id, upload: target, expires_at: expiresAt.toISOString() };
  }

  @PublicRoute({
    summary: 'Returns how many bytes of an upload have arrived, as of tus 1.0.0.',
    bearer: 'user',
    roomTokens: 'open',
    scope: 'messages:write',
    answers: {
      200: {
        description: 'The offset.',
        headers: {
          'Upload-Offset': { description: 'The bytes that have arrived.' },
          'Upload-Length': { description: 'The bytes of the upload.' },
        },
      },
      ...fileUserRefusals,
      ...checkRefusals,
    },
  })
  // Before GET, which answers HEAD too.
  @Head(':upload_id')
  async offset(
    @CurrentUser() user: AuthenticatedUser,
    @Param('upload_id') id: string,
    @Res() response: ServerResponse,
  ): Promise<void> {
    const upload = await this.own(user, id);
    answer(response, await this.answered(this.tus.offset(upload)));
  }

  @PublicRoute({
    summary: 'Returns an upload that nothing shows yet.',
    bearer: 'user',
    roomTokens: 'open',
    scope: 'messages:write',
    answers: {
      200: { description: 'The upload.', type: 'PendingUpload' },
      ...fileUserRefusals,
      404: checkRefusals[404],
    },
  })
  @Get(':upload_id')
  async one(@CurrentUser() user: AuthenticatedUser, @Param('upload_id') id: string): Promise<PendingUpload> {
    return toPendingUpload(await this.own(user, id));
  }

  @PublicRoute({
    summary: 'Checks the bytes of an upload that was sent by a PUT to the store. After tus it changes nothing.',
    bearer: 'user',
    roomTokens: 'open',
    scope: 'messages:write',
    answers: {
      200: { description: 'The upload, which a message, a profile or a room may show now.', type: 'PendingUpload' },
      ...fileUserRefusals,
      ...checkRefusals,
    },
  })
  @RequestCost(CHECK_COST)
  @PostRoute(':upload_id/complete/')
  async complete(@CurrentUser() user: AuthenticatedUser, @Param('upload_id') id: string): Promise<PendingUpload> {
    const upload = await this.own(user, id);
    return toPendingUpload(await this.answered(this.finish.finish(upload)));
  }

  @PublicRoute({
    summary: 'Removes an upload that nothing shows.',
    bearer: 'user',
    roomTokens: 'open',
    scope: 'messages:write',
    answers: { 204: { description: 'The upload is removed.' }, ...fileUserRefusals, 404: checkRefusals[404] },
  })
  @Delete(':upload_id')
  @HttpCode(HttpStatus.NO_CONTENT)
  async remove(
    @CurrentUser() user: AuthenticatedUser,
    @Param('upload_id') id: string,
    @Res({ passthrough: true }) response: ServerResponse,
  ): Promise<void> {
    await this.uploads.expire((await this.own(user, id)).id);
    response.setHeader('Tus-Resumable', TUS_VERSION);
  }

  @PublicRoute({
    summary: 'Appends bytes to an upload, as of tus 1.0.0. The last ones are answered after the check of the file.',
    bearer: 'user',
    roomTokens: 'open',
    scope: 'messages:write',
    answers: {
      204: {
        description: 'The bytes are written.',
        headers: { 'Upload-Offset': { description: 'The bytes that have arrived.' } },
      },
      ...fileUserRefusals,
      ...checkRefusals,
      400: { description: 'A header is missing or malformed: `invalid`.', type: 'HttpError' },
      413: { description: 'There are more bytes than were declared: `request_too_large`.', type: 'HttpError' },
      460: {
        description: 'The bytes do not have the SHA-256 of `Upload-Checksum`: none is written.',
        type: 'HttpError',
      },
    },
  })
  @Patch(':upload_id')
  async append(
    @CurrentUser() user: AuthenticatedUser,
    @Param('upload_id') id: string,
    @Req() request: IncomingMessage,
    @Res() response: ServerResponse,
  ): Promise<void> {
    try {
      const upload = await this.own(user, id);
      answer(response, await this.answered(this.tus.append(upload, request, response)));
    } catch (error) {
      // The rest of the part that the client still sends is not read.
      response.setHeader('Connection', 'close');
      throw error;
    }
  }

  /** @throws ApiError in place of UploadRefused, which is counted */
  private answered<Result>(work: Promise<Result>): Promise<Result> {
    return withAnswers(this.metrics.countingFailures(work));
  }

  /** @throws ApiError 404 for an upload of somebody else or for a room that the token is not for, and for one that is shown */
  private async own(user: AuthenticatedUser, id: string): Promise<Upload> {
    const upload = isUUID(id) ? await this.uploads.own(ownUploads(user.userId), id.toLowerCase()) : undefined;
    if (!upload || !isOfOwnRoom(user, upload)) throw new ApiError(HttpStatus.NOT_FOUND, 'No such upload.', 'not_found');
    return upload;
  }
}

/** The tus extensions of the service. The request needs no token: it can be the preflight request of a browser. */
@Controller('api/uploads')
export class UploadOptionsController {
  @Options(['', ':upload_id'])
  @HttpCode(HttpStatus.NO_CONTENT)
  options(@Res({ passthrough: true }) response: ServerResponse): void {
    response.setHeader('Tus-Resumable', TUS_VERSION);
    response.setHeader('Tus-Version', TUS_VERSION);
    response.setHeader('Tus-Extension', 'checksum,termination');
    response.setHeader('Tus-Checksum-Algorithm', CHECKSUM_ALGORITHM);
  }
}

function answer(response: ServerResponse, { status, headers }: TusAnswer): void {
  response.writeHead(status, headers).end();
}
