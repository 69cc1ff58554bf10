import { Command } from 'nest-commander';

import { AuditExportCommand } from './audit/export.command.js';
import { AuditListCommand } from './audit/list.command.js';
import { AuditVerifyCommand } from './audit/verify.command.js';
import { EpochListCommand, EpochNewCommand } from './epoch/epoch.command.js';
import { FilesListCommand, FilesShowCommand } from './files/list.command.js';
import { FilesPurgeCommand } from './files/purge.command.js';
import {
  InvitationsCreateCommand,
  InvitationsListCommand,
  InvitationsRevokeCommand,
} from './invitations/invitations.command.js';
import { KeysCreateCommand, KeysListCommand, KeysRevokeCommand } from './keys/keys.command.js';
import { MailListCommand, MailTestCommand } from './mail/mail.command.js';
import { MessagesPurgeCommand } from './messages/purge.command.js';
import { MessagesTraceCommand } from './messages/trace.command.js';
import { MigrateDownCommand, MigrateStatusCommand, MigrateUpCommand } from './migrate/migrate.command.js';
import { PushKeysCommand, PushListCommand, PushTestCommand } from './push/push.command.js';
import { ReportsListCommand, ReportsResolveCommand, ReportsShowCommand } from './reports/reports.command.js';
import { RoomsAddMemberCommand } from './rooms/add-member.command.js';
import { RoomsRenameCommand, RoomsSetOwnerCommand } from './rooms/room-edits.command.js';
import { UsersRenameCommand } from './users/rename.command.js';
import { RoomsCheckCommand } from './rooms/check.command.js';
import { RoomsRestrictionsCommand } from './rooms/restrictions.command.js';
import {
  RoomsDeleteCommand,
  RoomsHoldCommand,
  RoomsListCommand,
  RoomsReleaseCommand,
  RoomsRetentionCommand,
  RoomsShowCommand,
} from './rooms/rooms.command.js';
import { RulesTestCommand } from './rules/test.command.js';
import { SessionsCloseCommand, SessionsListCommand } from './sessions/sessions.command.js';
import {
  SettingsGetCommand,
  SettingsListCommand,
  SettingsSetCommand,
  SettingsUnsetCommand,
} from './settings/settings.command.js';
import { Examples, CommandGroup } from './support/parley-command.js';
import { TokensIssueCommand, TokensRevokeCommand } from './tokens/tokens.command.js';
import { UsersCreateCommand } from './users/create.command.js';
import { UsersImportCommand } from './users/import.command.js';
import { UsersEraseCommand, UsersExportCommand } from './users/personal-data.command.js';
import { UsersSetPasswordCommand } from './users/set-password.command.js';
import { UsersUpdateCommand } from './users/update.command.js';
import { UsersKindCommand } from './users/kind.command.js';
import { UsersSetRoleCommand } from './users/set-role.command.js';
import {
  UsersActivateCommand,
  UsersDeactivateCommand,
  UsersDeleteCommand,
  UsersListCommand,
  UsersEncryptSecondFactorsCommand,
  UsersResetSecondFactorCommand,
  UsersShowCommand,
} from './users/users.command.js';
import { WebhooksDeliveriesCommand, WebhooksReplayCommand } from './webhooks/deliveries.command.js';
import {
  WebhooksCreateCommand,
  WebhooksDeleteCommand,
  WebhooksDisableCommand,
  WebhooksEnableCommand,
  WebhooksListCommand,
  WebhooksTestCommand,
} from './webhooks/webhooks.command.js';

@Command({
  name: 'users',
  description: 'manage users',
  subCommands: [
    UsersCreateCommand,
    UsersImportCommand,
    UsersListCommand,
    UsersShowCommand,
    UsersUpdateCommand,
    UsersRenameCommand,
    UsersEncryptSecondFactorsCommand,
    UsersResetSecondFactorCommand,
    UsersSetPasswordCommand,
    UsersSetRoleCommand,
    UsersKindCommand,
    UsersDeactivateCommand,
    UsersActivateCommand,
    UsersDeleteCommand,
    UsersExportCommand,
    UsersEraseCommand,
  ],
})
@Examples('parley users create ada --password-stdin < password.txt', 'parley users list')
export class UsersCommand extends CommandGroup {}

@Command({
  name: 'tokens',
  description: 'issue and revoke tokens of users',
  subCommands: [TokensIssueCommand, TokensRevokeCommand],
})
@Examples('parley tokens issue ada')
export class TokensCommand extends CommandGroup {}

@Command({
  name: 'keys',
  description: 'manage API keys for programs that use the HTTP API',
  subCommands: [KeysCreateCommand, KeysListCommand, KeysRevokeCommand],
})
@Examples('parley keys create --name deploy-bot --scopes rooms:read --user bot')
export class KeysCommand extends CommandGroup {}

@Command({
  name: 'reports',
  description: 'list, show and resolve reports of messages and users',
  subCommands: [ReportsListCommand, ReportsShowCommand, ReportsResolveCommand],
})
@Examples('parley reports list')
export class ReportsCommand extends CommandGroup {}

@Command({
  name: 'rooms',
  description: 'list, show, check and delete rooms, add members, and set how long messages are kept',
  subCommands: [
    RoomsListCommand,
    RoomsShowCommand,
    RoomsAddMemberCommand,
    RoomsRenameCommand,
    RoomsSetOwnerCommand,
    RoomsRestrictionsCommand,
    RoomsCheckCommand,
    RoomsDeleteCommand,
    RoomsHoldCommand,
    RoomsReleaseCommand,
    RoomsRetentionCommand,
  ],
})
@Examples('parley rooms list')
export class RoomsCommand extends CommandGroup {}

@Command({
  name: 'messages',
  description: 'trace and purge messages',
  subCommands: [MessagesPurgeCommand, MessagesTraceCommand],
})
@Examples('parley messages trace 0190a6e5-3c4f-7d31-9b2a-5e8f1c7d6a41 bob')
export class MessagesCommand extends CommandGroup {}

@Command({
  name: 'files',
  description: 'list, show and purge files of messages',
  subCommands: [FilesListCommand, FilesShowCommand, FilesPurgeCommand],
})
@Examples('parley files list')
export class FilesCommand extends CommandGroup {}

@Command({
  name: 'sessions',
  description: 'list and close sessions, the open connections of users',
  subCommands: [SessionsListCommand, SessionsCloseCommand],
})
@Examples('parley sessions list ada')
export class SessionsCommand extends CommandGroup {}

@Command({
  name: 'push',
  description: 'manage push notifications to devices that are not connected',
  subCommands: [PushKeysCommand, PushListCommand, PushTestCommand],
})
@Examples('parley push list --user ada')
export class PushCommand extends CommandGroup {}

@Command({
  name: 'rules',
  description: 'try the word rules of messages',
  subCommands: [RulesTestCommand],
})
@Examples('parley rules test rules.json "Buy cheap coins now"')
export class RulesCommand extends CommandGroup {}

@Command({
  name: 'invitations',
  description: 'invite people to the deployment',
  subCommands: [InvitationsCreateCommand, InvitationsListCommand, InvitationsRevokeCommand],
})
@Examples('parley invitations create --uses 20')
export class InvitationsCommand extends CommandGroup {}

@Command({
  name: 'mail',
  description: 'list mails and test the SMTP server',
  subCommands: [MailListCommand, MailTestCommand],
})
@Examples('parley mail test ada@example.com', 'parley mail list --state failed')
export class MailCommand extends CommandGroup {}

@Command({
  name: 'settings',
  description: 'list and change the settings of the deployment that are stored in the database',
  subCommands: [SettingsListCommand, SettingsGetCommand, SettingsSetCommand, SettingsUnsetCommand],
})
@Examples('parley settings list', 'parley settings set preset team')
export class SettingsCommand extends CommandGroup {}

@Command({
  name: 'audit',
  description: 'list, export and verify the audit log: actions of operators, moderators and leaders of rooms',
  subCommands: [AuditListCommand, AuditExportCommand, AuditVerifyCommand],
})
@Examples('parley audit list --since 24h')
export class AuditCommand extends CommandGroup {}

@Command({
  name: 'webhooks',
  description: 'manage webhooks, which send events to other programs',
  subCommands: [
    WebhooksCreateCommand,
    WebhooksListCommand,
    WebhooksDeleteCommand,
    WebhooksEnableCommand,
    WebhooksDisableCommand,
    WebhooksTestCommand,
    WebhooksDeliveriesCommand,
    WebhooksReplayCommand,
  ],
})
@Examples('parley webhooks create https://hooks.example.com/chat', 'parley webhooks deliveries --state dead')
export class WebhooksCommand extends CommandGroup {}

@Command({
  name: 'migrate',
  description: 'manage migrations of the database',
  subCommands: [MigrateUpCommand, MigrateDownCommand, MigrateStatusCommand],
})
@Examples('parley migrate status')
export class MigrateCommand extends CommandGroup {}

@Command({
  name: 'epoch',
  description: 'manage the epochs of the database',
  subCommands: [EpochNewCommand, EpochListCommand],
})
@Examples('parley epoch new', 'parley epoch list')
export class EpochCommand extends CommandGroup {}
