import { conflict } from '@parley/protocol';
import { Option, SubCommand } from 'nest-commander';

import { PushAdministrationService } from '../../../delivery/push/push-administration.service.js';
import { pushStates } from '../../../delivery/push/push.entity.js';
import type { PushState } from '../../../delivery/push/push.entity.js';
import type { ListedPush } from '../../../delivery/push/push-list.repository.js';
import { newVapidKeys } from '../../../delivery/push/vapid-keys.js';
import { listParts } from '../../../platform/collections/list-part.js';
import type { PartOf } from '../../../platform/collections/list-part.js';
import { OPERATOR } from '../../../features/users/roles/authority.js';
import { DEFAULT_LIMIT, limitOf, stateOf } from '../support/list-options.js';
import { Examples, ParleyCommand } from '../support/parley-command.js';
import type { OutputOptions } from '../support/parley-command.js';
import { stateCell, table } from '../support/table.js';
import type { Cell } from '../support/table.js';

@SubCommand({
  name: 'keys',
  description: 'generate a key pair for push notifications (Web Push), without storing the pair',
})
@Examples('parley push keys >> .env')
export class PushKeysCommand extends ParleyCommand {
  run(_: string[], output: OutputOptions): Promise<void> {
    const { publicKey, privateKey } = newVapidKeys();
    const variables = [`VAPID_PUBLIC_KEY=${publicKey}`, `VAPID_PRIVATE_KEY=${privateKey}`];
    this.print(output, { public_key: publicKey, private_key: privateKey }, variables.join('\n'));
    return Promise.resolve();
  }
}

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
    const pushes = listParts((part: PartOf<number>) => administration.part(user, state, part), limit);
    await this.printList(output, pushes, { headings: HEADINGS, cells: pushCells });
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

const pushCells = (push: ListedPush): Cell[] => [
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

@SubCommand({
  name: 'test',
  arguments: '<username>',
  description: 'send a test push notification to every subscribed browser of a user, from this process',
})
@Examples('parley push test ada')
export class PushTestCommand extends ParleyCommand {
  async run([username = '']: string[], output: OutputOptions): Promise<void> {
    const tested = await (await this.deployment.get(PushAdministrationService)).test(OPERATOR, username);
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
