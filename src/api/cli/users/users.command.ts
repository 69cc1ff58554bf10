import type { DeploymentRole } from '@parley/protocol';
import { Option, SubCommand } from 'nest-commander';

import { FactorEncryptionService } from '../../../features/auth/second-factor/factor-encryption.service.js';
import { SecondFactorStateService } from '../../../features/auth/second-factor/second-factor-state.service.js';
import { UserHoldingsService } from '../../../features/personal-data/user-holdings.service.js';
import { listParts } from '../../../platform/collections/list-part.js';
import type { PartOf } from '../../../platform/collections/list-part.js';
import { AccountListRepository } from '../../../features/presence/account-list/account-list.repository.js';
import { LISTED_KINDS } from '../../../features/presence/account-list/listed-account.js';
import type {
  AccountPlace,
  ListedAccount,
  ListedKind,
} from '../../../features/presence/account-list/listed-account.js';
import { OPERATOR } from '../../../features/users/roles/authority.js';
import { DeleteUser } from '../../../features/people/deletion/delete-user.js';
import { UsersService } from '../../../features/users/users.service.js';
import { counted } from '../support/quantities.js';
import { DestructiveCommand } from '../support/destructive-command.js';
import type { DestructiveOptions } from '../support/destructive-command.js';
import { choiceOf } from '../support/list-options.js';
import { Examples, ParleyCommand } from '../support/parley-command.js';
import type { OutputOptions } from '../support/parley-command.js';
import { stateCell, table } from '../support/table.js';
import type { Cell } from '../support/table.js';
import { deletionPlan } from './user-plans.js';

const ROLES = ['user', 'moderator', 'admin'] as const satisfies readonly DeploymentRole[];
const HEADINGS = ['ID', 'USERNAME', 'ACTIVE', 'ROLE', 'KIND', 'NAME', 'EMAIL', 'LOG-INS', 'LAST ACTIVE', 'CREATED'];
const STATES = ['active', 'inactive'] as const;

interface ListOptions extends OutputOptions {
  readonly role?: DeploymentRole;
  readonly state?: (typeof STATES)[number];
  readonly kind?: ListedKind;
}

@SubCommand({ name: 'list', description: 'list the users, all or some of them' })
@Examples('parley users list', 'parley users list --role moderator --json', 'parley users list --state inactive')
export class UsersListCommand extends ParleyCommand {
  @Option({ flags: '--role <role>', description: 'only users with this role', choices: [...ROLES] })
  parseRole(role: string): DeploymentRole {
    return choiceOf('--role', ROLES, role);
  }

  @Option({ flags: '--state <state>', description: 'only users who may log in, or may not', choices: [...STATES] })
  parseState(state: string): ListOptions['state'] {
    return choiceOf('--state', STATES, state);
  }

  @Option({ flags: '--kind <kind>', description: 'only members, guests or bots', choices: [...LISTED_KINDS] })
  parseKind(kind: string): ListedKind {
    return choiceOf('--kind', LISTED_KINDS, kind);
  }

  async run(_: string[], options: ListOptions): Promise<void> {
    const list = await this.deployment.get(AccountListRepository);
    const { role, state, kind } = options;
    const filter = { role, isActive: state === undefined ? undefined : state === 'active', kind };
    const oldestFirst = { sort: 'created', order: 'asc' } as const;
    const accounts = listParts((part: PartOf<AccountPlace>) => list.ordered(oldestFirst, filter, part));
    await this.printList(options, accounts, { headings: HEADINGS, cells });
  }
}

const cells = (account: ListedAccount): Cell[] => [
  String(account.id),
  account.username,
  stateCell(account.is_active ? 'yes' : 'no'),
  account.role,
  account.is_bot ? 'bot' : account.kind,
  `${account.first_name} ${account.last_name}`.trim(),
  account.email ?? '',
  String(account.log_ins),
  account.last_active_at ?? '',
  account.created_at,
];

@SubCommand({ name: 'show', arguments: '<username>', description: 'show a user, and whether there is a second factor' })
@Examples('parley users show ada', 'parley users show ada --json')
export class UsersShowCommand extends ParleyCommand {
  async run([username = '']: string[], options: OutputOptions): Promise<void> {
    const account = await (await this.deployment.get(UsersService)).account(username);
    const factor = await (await this.deployment.get(SecondFactorStateService)).of(account.id);
    const shown = { ...account, second_factor: factor };
    const codes = `yes, with ${counted(factor.recovery_codes, 'recovery code')}`;
    const rows: Cell[][] = [
      ['ID', String(account.id)],
      ['USERNAME', account.username],
      ['NAME', `${account.first_name} ${account.last_name}`.trim()],
      ['EMAIL', account.email ?? ''],
      ['ACTIVE', stateCell(account.is_active ? 'yes' : 'no')],
      ['DEACTIVATED BY', account.deactivated_by ?? ''],
      ['ROLE', account.role],
      ['KIND', account.kind],
      ['GUEST UNTIL', account.guest_until ?? ''],
      ['SECOND FACTOR', factor.enabled ? codes : 'no'],
    ];
    this.print(options, shown, table(['FIELD', 'VALUE'], rows));
  }
}

@SubCommand({
  name: 'reset-second-factor',
  arguments: '<username>',
  description: 'remove the second factor of a user who has lost it, with its recovery codes',
})
@Examples('parley users reset-second-factor ada')
export class UsersResetSecondFactorCommand extends ParleyCommand {
  async run([username = '']: string[], options: OutputOptions): Promise<void> {
    await (await this.deployment.get(SecondFactorStateService)).reset(OPERATOR, username);
    this.print(options, { username }, `${username} has no second factor any more.`);
  }
}

@SubCommand({
  name: 'encrypt-second-factors',
  description:
    'encrypt all second factors with the present TOTP_SECRET or JWT_SECRET, so that the former can be dropped',
})
@Examples('parley users encrypt-second-factors --dry-run', 'parley users encrypt-second-factors')
export class UsersEncryptSecondFactorsCommand extends ParleyCommand {
  async run(_: string[], options: OutputOptions & { readonly dryRun?: true }): Promise<void> {
    const service = await this.deployment.get(FactorEncryptionService);
    const { encrypted, current, unreadable } = await service.encryptAll(options.dryRun !== true);
    const lines = [
      `${counted(encrypted, 'second factor')} ${options.dryRun ? 'to encrypt' : 'encrypted'} anew, ${String(current)} as before.`,
      ...(unreadable.length > 0 ? [`Not to be decrypted, to be reset: ${unreadable.join(', ')}.`] : []),
    ];
    this.print(options, { encrypted, current, unreadable }, lines.join('\n'));
  }

  @Option({ flags: '--dry-run', description: 'count what the command would do, and change nothing' })
  parseDryRun(): true {
    return true;
  }
}

@SubCommand({
  name: 'activate',
  arguments: '<username>',
  description: 'allow a deactivated user to log in again',
})
@Examples('parley users activate ada')
export class UsersActivateCommand extends ParleyCommand {
  async run([username = '']: string[], options: OutputOptions): Promise<void> {
    await (await this.deployment.get(UsersService)).activate(OPERATOR, username);
    this.print(options, { username }, `${username} is active.`);
  }
}

@SubCommand({
  name: 'deactivate',
  arguments: '<username>',
  description: 'prevent a user from logging in, and close the connections of the user',
})
@Examples('parley users deactivate ada')
export class UsersDeactivateCommand extends ParleyCommand {
  async run([username = '']: string[], options: OutputOptions): Promise<void> {
    await (await this.deployment.get(UsersService)).deactivate(OPERATOR, username);
    this.print(options, { username }, `${username} is deactivated.`);
  }
}

@SubCommand({
  name: 'delete',
  arguments: '<username>',
  description: 'delete a user with all one-to-one chats of the user; messages in other rooms stay under a placeholder',
})
@Examples('parley users delete ada --dry-run', 'parley users delete ada --yes')
export class UsersDeleteCommand extends DestructiveCommand {
  async run([username = '']: string[], options: DestructiveOptions): Promise<void> {
    const holdings = await this.deployment.get(UserHoldingsService);
    if (!(await this.isConfirmed(options, async () => deletionPlan(await holdings.ofUser(username))))) return;
    await (await this.deployment.get(DeleteUser)).delete(OPERATOR, username);
    this.print(options, { username }, `${username} is deleted.`);
  }
}
