import { conflict } from '@parley/protocol';
import { SubCommand } from 'nest-commander';

import { PushAdministrationService } from '../../integrations/web-push/push-administration.service.js';
import { Examples } from '../support/examples.js';
import { ParleyCommand } from '../support/parley-command.js';
import type { OutputOptions } from '../support/parley-command.js';
import { stateCell, table } from '../support/table.js';

@SubCommand({
  name: 'test',
  arguments: '<username>',
  description: 'send a test push notification to every subscribed browser of a user, from this process',
})
@Examples('parley push test ada')
export class PushTestCommand extends ParleyCommand {
  async run([username = '']: string[], output: OutputOptions): Promise<void> {
    const tested = await (await this.deployment.get(PushAdministrationService)).test(username);
    const cells = tested.map(({ host, outcome, status }) => [
      host,
      stateCell(outcome),
      status === null ? '' : String(status),
    ]);
    this.print(output, tested, table(['HOST', 'OUTCOME', 'STATUS'], cells));
    const untaken = tested.filter(({ outcome }) => outcome !== 'sent').length;
    if (untaken > 0) throw conflict(`Not accepted: ${String(untaken)} of ${String(tested.length)}.`);
  }
}
