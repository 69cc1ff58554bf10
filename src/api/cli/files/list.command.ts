import { invalid } from '@parley/protocol';
import { isUUID } from 'class-validator';
import { Option, SubCommand } from 'nest-commander';

import { listParts } from '../../../platform/collections/list-part.js';
import type { PartOf } from '../../../platform/collections/list-part.js';
import { FileListRepository } from '../../../features/uploads/inventory/file-list.repository.js';
import type { ListedFile } from '../../../features/uploads/inventory/file-list.repository.js';
import { FileLookupService } from '../../../features/uploads/inventory/file-lookup.service.js';
import { UPLOAD_STATES } from '../../../features/uploads/upload.entity.js';
import type { UploadState } from '../../../features/uploads/upload.entity.js';
import { UsersService } from '../../../features/users/users.service.js';
import { DEFAULT_LIMIT, limitOf } from '../support/list-options.js';
import { Examples, ParleyCommand } from '../support/parley-command.js';
import type { OutputOptions } from '../support/parley-command.js';
import { sizeText } from '../support/quantities.js';
import { printable, stateCell, table } from '../support/table.js';
import type { Cell } from '../support/table.js';

interface ListOptions extends OutputOptions {
  readonly user?: string;
  readonly room?: string;
  readonly state?: UploadState;
  readonly before?: string;
  readonly limit?: number;
}

const HEADINGS = ['ID', 'USER', 'KIND', 'ROOM', 'MESSAGE', 'STATE', 'TYPE', 'SIZE', 'CREATED', 'NAME'];

@SubCommand({ name: 'list', description: 'list files, the newest first' })
@Examples(
  'parley files list --user ada',
  'parley files list --state blocked',
  'parley files list --limit 20 --before 0190a6e5-3c4f-7d31-9b2a-5e8f1c7d6a42',
)
export class FilesListCommand extends ParleyCommand {
  async run(_: string[], { user, room, state, before, limit = DEFAULT_LIMIT, ...output }: ListOptions): Promise<void> {
    const users = await this.deployment.get(UsersService);
    const userId = user === undefined ? undefined : (await users.findAny(user)).id;
    const list = await this.deployment.get(FileListRepository);
    const filter = { userId, roomId: room, state };
    const files = listParts(
      ({ after = before, limit: most }: PartOf<string>) => list.part(filter, { after, limit: most }),
      limit,
    );
    await this.printList(output, files, { headings: HEADINGS, cells });
  }

  @Option({ flags: '--user <username>', description: 'only files of this user' })
  parseUser(username: string): string {
    return username;
  }

  @Option({ flags: '--room <room-id>', description: 'only files of this room' })
  parseRoom(id: string): string {
    return idOf('--room', 'a room', id);
  }

  @Option({ flags: '--state <state>', description: `only files in this state: ${UPLOAD_STATES.join(', ')}` })
  parseState(state: string): UploadState {
    const known = UPLOAD_STATES.find((each) => each === state);
    if (!known) throw invalid(`--state must be one of ${UPLOAD_STATES.join(', ')}, not ${state}.`);
    return known;
  }

  @Option({ flags: '--before <file-id>', description: 'only files created before this one: the next page of a list' })
  parseBefore(id: string): string {
    return idOf('--before', 'a file', id);
  }

  @Option({ flags: '--limit <count>', description: `maximum number of files, by default ${String(DEFAULT_LIMIT)}` })
  parseLimit(count: string): number {
    return limitOf(count);
  }
}

@SubCommand({ name: 'show', arguments: '<file-id>', description: 'show a file, and whether its bytes are stored' })
@Examples('parley files show 0190a6e5-3c4f-7d31-9b2a-5e8f1c7d6a42')
export class FilesShowCommand extends ParleyCommand {
  async run([id = '']: string[], options: OutputOptions): Promise<void> {
    const shown = await (await this.deployment.get(FileLookupService)).show(id);
    const lines = Object.entries(shown).map(([field, value]) => [
      field,
      value === null ? '' : printable(String(value)),
    ]);
    this.print(options, shown, table(['FIELD', 'VALUE'], lines));
  }
}

function idOf(option: string, of: string, id: string): string {
  if (!isUUID(id)) throw invalid(`${option} must be the id of ${of}, which is a UUID, not ${id}.`);
  return id;
}

const cells = (file: ListedFile): Cell[] => [
  file.id,
  file.username ?? String(file.user_id),
  file.kind,
  file.room_id ?? '',
  file.message_id ?? '',
  stateCell(file.state),
  file.mime_type,
  sizeText(file.bytes),
  file.created_at,
  printable(file.filename),
];
