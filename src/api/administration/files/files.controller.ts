import { Controller, Param } from '@nestjs/common';
import { Choice, Id, Optional, Text } from '@parley/realtime/requests';

import { FilePurgeService } from '../../../features/uploads/inventory/file-purge.js';
import type { FilePurge } from '../../../features/uploads/inventory/file-purge.js';
import { QueryOf } from '../../../platform/http/query-values.js';
import { FileListRepository } from '../../../features/uploads/inventory/file-list.repository.js';
import type { ListedFile } from '../../../features/uploads/inventory/file-list.repository.js';
import { FileLookupService } from '../../../features/uploads/inventory/file-lookup.service.js';
import type { FileDetail } from '../../../features/uploads/inventory/file-lookup.service.js';
import { UPLOAD_STATES } from '../../../features/uploads/upload.entity.js';
import type { UploadState } from '../../../features/uploads/upload.entity.js';
import { MAX_USERNAME_LENGTH } from '../../../features/users/username.js';
import { UsersService } from '../../../features/users/users.service.js';
import { Administration, AdministrationRoute } from '../access/administration-route.js';
import { CurrentAdministrator } from '../access/administrator.guard.js';
import type { Administrator } from '../access/administrator.guard.js';
import { nextCursor, PageRequest, sizeOf, textAfter } from '../access/page-request.js';
import { isId } from '../access/path-values.js';

/** Selects files for a page of the list. */
class FilePageRequest extends PageRequest {
  /** A username. */
  @Optional()
  @Text({ min: 1, max: MAX_USERNAME_LENGTH })
  user?: string | null;

  /** The id of a room. */
  @Optional()
  @Id()
  room?: string | null;

  @Optional()
  @Choice(UPLOAD_STATES)
  state?: UploadState | null;
}

/** A page of files, the newest first. It can have fewer files than requested, and others follow nevertheless. */
export interface FilePage {
  readonly files: readonly ListedFile[];
  readonly next_cursor: string | null;
}

/** Files of users, for administrators. */
@Controller('api/admin/files')
@Administration()
export class FilesAdministrationController {
  constructor(
    private readonly list: FileListRepository,
    private readonly files: FileLookupService,
    private readonly purges: FilePurgeService,
    private readonly users: UsersService,
  ) {}

  @AdministrationRoute('GET', '', {
    summary: 'Returns a page of files by user, room and state.',
    right: 'files.read',
    query: FilePageRequest,
    answer: { description: 'A page of files, the newest first.', type: 'FilePage' },
  })
  async page(@QueryOf(FilePageRequest) request: FilePageRequest): Promise<FilePage> {
    const { user, room, state } = request;
    const userId = typeof user === 'string' ? (await this.users.findAny(user)).id : undefined;
    const filter = { userId, roomId: room ?? undefined, state: state ?? undefined };
    const part = { after: textAfter(request, isId), limit: sizeOf(request) };
    const { items: files, after } = await this.list.part(filter, part);
    return { files, next_cursor: nextCursor(after) };
  }

  @AdministrationRoute('GET', 'orphans/', {
    summary: 'Returns what the removal of unneeded bytes would delete, and which bytes are missing.',
    right: 'files.purge',
    answer: { description: 'The numbers of stored objects and files.', type: 'FilePurge' },
  })
  orphans(): Promise<FilePurge> {
    return this.purges.count();
  }

  @AdministrationRoute('POST', 'purge-orphans/', {
    summary: 'Deletes stored bytes that belong to no file, and files of messages that are gone.',
    right: 'files.purge',
    answer: { description: 'What was deleted, and which bytes are missing.', type: 'FilePurge' },
  })
  purge(@CurrentAdministrator() { authority }: Administrator): Promise<FilePurge> {
    return this.purges.purge(authority);
  }

  @AdministrationRoute('GET', ':file_id/', {
    summary: 'Returns a file, and whether its bytes are stored.',
    right: 'files.read',
    answer: { description: 'The file.', type: 'FileDetail' },
  })
  show(@Param('file_id') id: string): Promise<FileDetail> {
    return this.files.show(id);
  }
}
