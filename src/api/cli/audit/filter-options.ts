import { invalid } from '@parley/protocol';
import { isUUID } from 'class-validator';
import { Option } from 'nest-commander';

import { AUDIT_ACTION } from '../../../features/audit/audited-act.js';
import type { AuditFilter } from '../../../features/audit/audited-act.js';
import { UsersService } from '../../../features/users/users.service.js';
import { sinceOf, untilOf } from '../support/list-options.js';
import { ParleyCommand } from '../support/parley-command.js';
import type { OutputOptions } from '../support/parley-command.js';

export interface FilterOptions extends OutputOptions {
  readonly room?: string;
  readonly user?: string;
  readonly key?: string;
  readonly action?: string;
  readonly since?: Date;
  readonly until?: Date;
}

/** A command that selects entries of the audit log. */
export abstract class AuditCommandWithFilter extends ParleyCommand {
  /** @throws Refusal 4004 for an unknown user */
  protected async filterOf({ room, user, key, action, since, until }: FilterOptions): Promise<AuditFilter> {
    const users = await this.deployment.get(UsersService);
    const userId = user === undefined ? undefined : (await users.findAny(user)).id;
    return { roomId: room, userId, keyId: key, action, since, until };
  }

  @Option({ flags: '--room <room-id>', description: 'only actions in this room' })
  parseRoom(id: string): string {
    if (!isUUID(id)) throw invalid(`--room must be the id of a room, which is a UUID, not ${id}.`);
    return id;
  }

  @Option({ flags: '--user <username>', description: 'only actions by or on this user' })
  parseUser(username: string): string {
    return username;
  }

  @Option({ flags: '--key <key-id>', description: 'only actions with this API key' })
  parseKey(id: string): string {
    if (!isUUID(id)) throw invalid(`--key must be the id of an API key, which is a UUID, not ${id}.`);
    return id;
  }

  @Option({
    flags: '--action <name>',
    description: 'only this action, such as users.deactivate, or all with a beginning that ends with a dot: users.',
  })
  parseAction(name: string): string {
    if (!AUDIT_ACTION.test(name)) throw invalid(`--action must be a name such as users.deactivate, not ${name}.`);
    return name;
  }

  @Option({
    flags: '--since <time>',
    description: 'only actions since a time such as 2026-01-31T08:00:00Z, or an age: 15m, 24h, 90d',
  })
  parseSince(time: string): Date {
    return sinceOf(time);
  }

  @Option({ flags: '--until <time>', description: 'only actions until a time, or an age, as --since takes them' })
  parseUntil(time: string): Date {
    return untilOf(time);
  }
}
