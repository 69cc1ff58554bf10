import { SubCommand } from 'nest-commander';

import { newVapidKeys } from '../../platform/config/vapid-keys.js';
import { Examples } from '../support/examples.js';
import { ParleyCommand } from '../support/parley-command.js';
import type { OutputOptions } from '../support/parley-command.js';

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
