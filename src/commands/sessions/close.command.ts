import { SubCommand } from 'nest-commander';

import { SessionsService } from '../../presence/sessions.service.js';
import { Examples } from '../support/examples.js';
import { ParleyCommand } from '../support/parley-command.js';
import type { OutputOptions } from '../support/parley-command.js';

@SubCommand({
  name: 'close',
  arguments: '<username>',
  description: 'close every session of a user; the tokens of the user stay valid',
})
@Examples('parley sessions close ada')
export class SessionsCloseCommand extends ParleyCommand {
  async run([username = '']: string[], options: OutputOptions): Promise<void> {
    const closed = await (await this.deployment.get(SessionsService)).close(username);
    this.print(
      options,
      { username, closed },
      `Closed ${String(closed)} ${closed === 1 ? 'session' : 'sessions'} of ${username}.`,
    );
  }
}
