import { Option, SubCommand } from 'nest-commander';

import { PushAdministrationService } from '../../integrations/web-push/push-administration.service.js';
import { pushStates } from '../../integrations/web-push/push-list.repository.js';
import type { ListedPush, PushState } from '../../integrations/web-push/push-list.repository.js';
import { Examples } from '../support/examples.js';
import { DEFAULT_LIMIT, limitOf, stateOf } from '../support/list-options.js';
import { ParleyCommand } from '../support/parley-command.js';
import type { OutputOptions } from '../support/parley-command.js';
import { stateCell, table } from '../support/table.js';
import type { Cell } from '../support/table.js';

interface ListOptions extends OutputOptions {
  readonly user?: string;
  readonly state?: PushState;
  readonly limit?: number;
}

const HEADINGS = ['ID', 'AT', 'TO', 'STATE', 'REASON', 'STATUS', 'TRIED', 'HOST', 'ROOM', 'MESSAGE'];

@SubCommand({ name: 'list', description: 'list push notifications and their results, the newest first' })
@Examples('parley push list --user ada --state unsent')
export class PushListCommand extends ParleyCommand {
  async run(_: string[], { user, state, limit = DEFAULT_LIMIT, ...output }: ListOptions): Promise<void> {
    const administration = await this.deployment.get(PushAdministrationService);
    const pushes = await administration.pushes(user, { state, limit });
    this.print(output, pushes, table(HEADINGS, pushes.map(cells)));
  }

  @Option({ flags: '--user <username>', description: 'only push notifications to this user' })
  parseUser(username: string): string {
    return username;
  }

  @Option({ flags: '--state <state>', description: 'only push notifications in this state', choices: [...pushStates] })
  parseState(word: string): PushState {
    return stateOf(pushStates, word);
  }

  @Option({
    flags: '--limit <count>',
    description: `maximum number of push notifications, by default ${String(DEFAULT_LIMIT)}`,
  })
  parseLimit(count: string): number {
    return limitOf(count);
  }
}

const cells = (push: ListedPush): Cell[] => [
  String(push.id),
  push.at,
  push.username ?? (push.state === 'pending' ? 'not resolved yet' : `${String(push.members)} members`),
  stateCell(push.state),
  push.reason ?? '',
  push.status === null ? '' : String(push.status),
  String(push.attempts),
  push.host ?? '',
  push.room_id,
  `${push.message_id} (${String(push.seq)})`,
];
