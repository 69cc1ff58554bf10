import { Injectable } from '@nestjs/common';
import { conflict } from '@parley/protocol';
import { usernameKey } from '@parley/protocol/text';

import { AuditRepository } from '../audit/audit.repository.js';
import { toEach } from '../audit/audited-act.js';
import { partsOf } from '../../platform/collections/groups.js';
import { UnitOfWork } from '../../platform/database/unit-of-work.js';
import { rowOf } from './new-user.js';
import { NewUserListeners } from './new-user-listeners.js';
import { NewUserRules } from './new-user-rules.js';
import type { LoadedRules, RuleOptions } from './new-user-rules.js';
import { Passwords } from './passwords.js';
import { UserList, usersFromCsv } from './users-csv.js';
import type { ListedUser } from './users-csv.js';
import { UsersRepository } from './users.repository.js';
import type { NewUserRow } from './users.repository.js';

/** Receives the progress of the slow part of an import. */
export interface Progress {
  start(total: number): void;
  advance(): void;
}

export interface ImportedUser {
  readonly username: string;
  readonly id: number;
}

/** The number of threads of the libuv pool. */
const HASHED_AT_ONCE = 4;
const INSERTED_AT_ONCE = 500;

/** Creates the users of a file: all of them, or none with all faults of the file. */
@Injectable()
export class UsersImportService {
  constructor(
    private readonly users: UsersRepository,
    private readonly passwords: Passwords,
    private readonly rules: NewUserRules,
    private readonly listeners: NewUserListeners,
    private readonly unitOfWork: UnitOfWork,
    private readonly audit: AuditRepository,
  ) {}

  /**
   * @returns the created users, in the order of the file
   * @throws Refusal 4003 that lists every faulty line; 4005 if another process took a username, or one that looks like
   *   it, meanwhile
   */
  async fromCsv(file: AsyncIterable<Buffer>, progress: Progress, options: RuleOptions): Promise<ImportedUser[]> {
    const listed = await this.faultless(file, await this.rules.load(options));
    const rows = await this.withHashes(listed, progress);
    const made = await this.unitOfWork.transaction(async ({ manager }) => {
      const made: ImportedUser[] = [];
      for (let from = 0; from < rows.length; from += INSERTED_AT_ONCE) {
        const batch = rows.slice(from, from + INSERTED_AT_ONCE);
        const ids = await this.users.insert(manager, batch, 'verified');
        made.push(...batch.map(({ username }) => imported(username, ids)));
        await this.audit.record(manager, 'operator', ...toEach([...ids.values()], { action: 'users.import' }));
      }
      return made;
    });
    const people = made.filter((_, at) => rows[at]?.isBot !== true).map(({ id }) => id);
    for (const part of partsOf(people, INSERTED_AT_ONCE)) await this.listeners.tell(part);
    return made;
  }

  private async faultless(file: AsyncIterable<Buffer>, rules: LoadedRules): Promise<ListedUser[]> {
    const list = new UserList(rules);
    for await (const record of usersFromCsv(file)) list.add(record);
    list.refuse(await this.users.taken(list.keys()), await this.users.lookAlikes(list.skeletons()));
    return list.faultless();
  }

  private async withHashes(listed: readonly ListedUser[], progress: Progress): Promise<NewUserRow[]> {
    const rows: NewUserRow[] = [];
    const waiting = listed.entries();
    const lane = async (): Promise<void> => {
      for (const [index, { user, skeleton }] of waiting) {
        rows[index] = rowOf(user, await this.passwords.hashIfAny(user.password), skeleton);
        progress.advance();
      }
    };
    progress.start(listed.length);
    await Promise.all(Array.from({ length: HASHED_AT_ONCE }, lane));
    return rows;
  }
}

function imported(username: string, ids: ReadonlyMap<string, number>): ImportedUser {
  const id = ids.get(usernameKey(username));
  if (id === undefined)
    throw conflict(`The username ${username} was taken while the import ran; nothing was imported.`);
  return { username, id };
}
