import { Command } from 'nest-commander';

import { CommandGroup } from '../../cli/index.js';
import { WebhooksCreateCommand } from './webhooks-create.command.js';
import { WebhooksDeleteCommand } from './webhooks-delete.command.js';
import { WebhooksDeliveriesCommand } from './webhooks-deliveries.command.js';
import { WebhooksDisableCommand } from './webhooks-disable.command.js';
import { WebhooksEnableCommand } from './webhooks-enable.command.js';
import { WebhooksListCommand } from './webhooks-list.command.js';
import { WebhooksReplayCommand } from './webhooks-replay.command.js';
import { WebhooksTestCommand } from './webhooks-test.command.js';

@Command({
  name: 'webhooks',
  description: 'manage webhooks',
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
export class WebhooksCommand extends CommandGroup {}
