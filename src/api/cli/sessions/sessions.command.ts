import { SubCommand } from 'nest-commander';

import { toSessionView, SessionsService } from '../../../features/presence/sessions.service.js';
import type { SessionView } from '../../../features/presence/sessions.service.js';
import type { ListedSession } from '../../../features/presence/session-list.repository.js';
import { OPERATOR } from '../../../features/users/roles/authority.js';
import { Examples, ParleyCommand } from '../support/parley-command.js';
import type { OutputOptions } from '../support/parley-command.js';
import { printable, stateCell } from '../support/table.js';
import type { Cell } from '../support/table.js';

const HEADINGS = ['ID', 'USERNAME', 'STATE', 'CONNECTED', 'LAST SEEN', 'DEVICE'];

@SubCommand({
  name: 'list',
  arguments: '[username]',
  description: 'list the open sessions of all users or of one user',
})
@Examples('parley sessions list', 'parley sessions list ada')
export class SessionsListCommand extends ParleyCommand {
  async run([username]: string[], options: OutputOptions): Promise<void> {
    const sessions = await (await this.deployment.get(SessionsService)).list(username);
    await this.printList(options, shown(sessions), { headings: HEADINGS, cells });
  }
}

async function* shown(parts: AsyncIterable<readonly ListedSession[]>): AsyncGenerator<readonly SessionView[], void> {
  for await (const sessions of parts) yield sessions.map(toSessionView);
}

const cells = (session: SessionView): Cell[] => [
  session.id,
  session.username,
  stateCell(session.state),
  session.connected_at,
  session.last_seen_at,
  printable(session.device),
];

@SubCommand({
  name: 'close',
  arguments: '<username>',
  description: 'close every session of a user; the tokens of the user stay valid',
})
@Examples('parley sessions close ada')
export class SessionsCloseCommand extends ParleyCommand {
  async run([username = '']: string[], options: OutputOptions): Promise<void> {
    const closed = await (await this.deployment.get(SessionsService)).close(OPERATOR, username);
    this.print(
      options,
      { username, closed },
      `Closed ${String(closed)} ${closed === 1 ? 'session' : 'sessions'} of ${username}.`,
    );
  }
}
