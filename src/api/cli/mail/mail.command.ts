import { conflict } from '@parley/protocol';
import { Option, SubCommand } from 'nest-commander';

import { MailAdministration } from '../../../features/mail/mail-administration.js';
import type { ListedMail } from '../../../features/mail/mail-list.repository.js';
import { mailStates } from '../../../features/mail/mail.entity.js';
import type { MailState } from '../../../features/mail/mail.entity.js';
import { OPERATOR } from '../../../features/users/roles/authority.js';
import { listParts } from '../../../platform/collections/list-part.js';
import type { PartOf } from '../../../platform/collections/list-part.js';
import { DEFAULT_LIMIT, limitOf, stateOf } from '../support/list-options.js';
import { Examples, ParleyCommand } from '../support/parley-command.js';
import type { OutputOptions } from '../support/parley-command.js';
import { stateCell } from '../support/table.js';
import type { Cell } from '../support/table.js';

interface ListOptions extends OutputOptions {
  readonly state?: MailState;
  readonly limit?: number;
}

const HEADINGS = ['ID', 'AT', 'KIND', 'TO', 'USER', 'STATE', 'TRIED', 'ERROR'];

@SubCommand({ name: 'list', description: 'list mails and what became of them, the newest first' })
@Examples('parley mail list --state failed')
export class MailListCommand extends ParleyCommand {
  async run(_: string[], { state, limit = DEFAULT_LIMIT, ...output }: ListOptions): Promise<void> {
    const administration = await this.deployment.get(MailAdministration);
    const mails = listParts((part: PartOf<string>) => administration.part(state, part), limit);
    await this.printList(output, mails, { headings: HEADINGS, cells });
  }

  @Option({ flags: '--state <state>', description: 'only mails in this state', choices: [...mailStates] })
  parseState(word: string): MailState {
    return stateOf(mailStates, word);
  }

  @Option({ flags: '--limit <count>', description: `maximum number of mails, by default ${String(DEFAULT_LIMIT)}` })
  parseLimit(count: string): number {
    return limitOf(count);
  }
}

const cells = (mail: ListedMail): Cell[] => [
  mail.id,
  mail.created_at,
  mail.kind,
  mail.address,
  mail.username ?? '',
  stateCell(mail.state),
  String(mail.attempts),
  mail.error ?? '',
];

@SubCommand({
  name: 'test',
  arguments: '<address>',
  description: 'send a test mail to an address, from this process',
})
@Examples('parley mail test ada@example.com')
export class MailTestCommand extends ParleyCommand {
  async run([address = '']: string[], output: OutputOptions): Promise<void> {
    const tested = await (await this.deployment.get(MailAdministration)).test(OPERATOR, address);
    if (tested.outcome !== 'sent') throw conflict(`The SMTP server did not take the mail: ${tested.error ?? ''}`);
    this.print(output, tested, `The SMTP server has taken a mail to ${address}.`);
  }
}
