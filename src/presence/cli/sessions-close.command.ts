import { SubCommand } from 'nest-commander';

import { ParleyCommand } from '../../cli/index.js';
import type { OutputOptions } from '../../cli/index.js';
import { SessionsService } from '../sessions.service.js';

@SubCommand({
  name: 'close',
  arguments: '<username>',
  description: 'close every connection of a user; the tokens stay valid',
})
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
