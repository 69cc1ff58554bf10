import { Option, SubCommand } from 'nest-commander';

import { InvitationLists } from '../../../features/invitations/invitation-lists.js';
import { OPERATOR_INVITES, OPERATOR_LISTS } from '../../../features/invitations/invitation.policy.js';
import type { InvitationView } from '../../../features/invitations/invitation.view.js';
import { MakeInvitation, USUAL_INVITATION } from '../../../features/invitations/make-invitation.js';
import { languageFrom, LANGUAGES } from '../../../platform/http/languages.js';
import type { Language } from '../../../platform/http/languages.js';
import { listParts, partOf } from '../../../platform/collections/list-part.js';
import type { PartOf } from '../../../platform/collections/list-part.js';
import { USER_KINDS } from '../../../features/users/account.js';
import type { UserKind } from '../../../features/users/account.js';
import { choiceOf, endOf } from '../support/list-options.js';
import { ageOf } from '../support/option-values.js';
import { Examples, ParleyCommand } from '../support/parley-command.js';
import type { OutputOptions } from '../support/parley-command.js';
import { stateCell } from '../support/table.js';
import type { Cell } from '../support/table.js';

interface CreateOptions extends OutputOptions {
  readonly uses?: number;
  readonly expiresIn?: number;
  readonly email?: string;
  readonly language?: Language;
  readonly role?: UserKind;
  readonly until?: Date;
}

@SubCommand({
  name: 'create',
  description: 'invite people to the deployment, and print the address that they open, which is never shown again',
})
@Examples(
  'parley invitations create',
  'parley invitations create --uses 20 --expires-in 30d',
  'parley invitations create --email ada@example.com',
  'parley invitations create --role guest --until 90d',
)
export class InvitationsCreateCommand extends ParleyCommand {
  async run(_: string[], options: CreateOptions): Promise<void> {
    const {
      uses = 1,
      expiresIn = USUAL_INVITATION,
      email,
      language = 'en',
      role = 'member',
      until,
      ...output
    } = options;
    const maker = await this.deployment.get(MakeInvitation);
    const request = { email, uses, expiresIn, language, role, guestUntil: until };
    const made = await maker.make(OPERATOR_INVITES, 'operator', request);
    const { is_mailed: isMailed, url } = made;
    this.print(output, made, isMailed ? `${url}\nIt goes to ${email ?? ''} by mail too.` : url);
  }

  @Option({ flags: '--uses <number>', description: 'how many people may use it; by default one' })
  parseUses(text: string): number {
    return Number(text);
  }

  @Option({
    flags: '--expires-in <time>',
    description: 'after which it is void, such as 12h or 30d; by default a week',
  })
  parseExpiresIn(text: string): number {
    return ageOf('--expires-in', text);
  }

  @Option({
    flags: '--email <address>',
    description: 'the only address with which an account may be made; it gets the invitation if mail is set up',
  })
  parseEmail(text: string): string {
    return text;
  }

  @Option({ flags: '--language <code>', description: 'of the mail; by default en', choices: [...LANGUAGES] })
  parseLanguage(code: string): Language {
    return languageFrom(code);
  }

  @Option({
    flags: '--role <role>',
    description: 'what becomes who signs up by it; by default a member',
    choices: [...USER_KINDS],
  })
  parseRole(role: string): UserKind {
    return choiceOf('--role', USER_KINDS, role);
  }

  @Option({
    flags: '--until <time>',
    description: 'when the access of its guests ends: a time such as 2027-01-31T08:00:00Z, or 90d from now',
  })
  parseUntil(time: string): Date {
    return endOf('--until', time);
  }
}

const HEADINGS = ['ID', 'STATE', 'ROLE', 'BY', 'USED', 'E-MAIL', 'EXPIRES', 'WHO CAME'];

@SubCommand({ name: 'list', description: 'list the invitations to the deployment, the newest first' })
@Examples('parley invitations list', 'parley invitations list --json')
export class InvitationsListCommand extends ParleyCommand {
  async run(_: string[], options: OutputOptions): Promise<void> {
    const lists = await this.deployment.get(InvitationLists);
    const invitations = listParts(async ({ after, limit }: PartOf<string>) =>
      partOf(await lists.part(OPERATOR_LISTS, { after, limit: limit + 1 }), { limit }, ({ id }) => id),
    );
    await this.printList(options, invitations, { headings: HEADINGS, cells });
  }
}

const cells = (invitation: InvitationView): Cell[] => [
  invitation.id,
  stateCell(invitation.state),
  invitation.role,
  invitation.inviter ?? 'operator',
  `${String(invitation.used)} of ${String(invitation.uses)}`,
  invitation.email ?? '',
  invitation.expires_at,
  invitation.users.map(({ username }) => username).join(', '),
];

@SubCommand({ name: 'revoke', arguments: '<invitation-id>', description: 'make an invitation void' })
@Examples('parley invitations revoke 0190a6e5-3c4f-7d31-9b2a-5e8f1c7d6a42')
export class InvitationsRevokeCommand extends ParleyCommand {
  async run([id = '']: string[], options: OutputOptions): Promise<void> {
    await (await this.deployment.get(MakeInvitation)).revoke(OPERATOR_LISTS, 'operator', id);
    this.print(options, { id }, `The invitation ${id} is void.`);
  }
}
