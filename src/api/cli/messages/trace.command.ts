import { SubCommand } from 'nest-commander';

import { DeliveryTraceService } from '../../../features/delivery-trace/delivery-trace.service.js';
import type { Trace } from '../../../features/delivery-trace/delivery-trace.service.js';
import { toTraceView } from '../../../features/delivery-trace/trace.view.js';
import { Examples, ParleyCommand } from '../support/parley-command.js';
import type { OutputOptions } from '../support/parley-command.js';
import { printable, table } from '../support/table.js';

@SubCommand({
  name: 'trace',
  arguments: '<message-id> <username>',
  description:
    'explain the delivery of a message to a user from the stored records, and list what the records do not contain',
})
@Examples('parley messages trace 0190a6e5-3c4f-7d31-9b2a-5e8f1c7d6a41 bob')
export class MessagesTraceCommand extends ParleyCommand {
  async run([messageId = '', username = '']: string[], options: OutputOptions): Promise<void> {
    const trace = await (await this.deployment.get(DeliveryTraceService)).trace(messageId, username);
    this.print(options, toTraceView(trace), text(trace));
  }
}

function text(trace: Trace): string {
  const { story, unknown, verdict } = trace;
  const lines = story.map(({ at, text: what }) => [at?.toISOString() ?? 'time not known', printable(what)]);
  const gaps = unknown.map(({ what, reason }) => [what, reason]);
  return [heading(trace), table(['WHEN (UTC)', 'WHAT'], lines), table(['NOT KNOWN', 'WHY'], gaps), verdict.text].join(
    '\n\n',
  );
}

function heading({ subject: { message } }: Trace): string {
  const number = message.seq === null ? 'A message without a known number' : `Number ${String(message.seq)}`;
  const length = message.length === null ? '' : `, ${String(message.length)} characters`;
  return `${number} of ${message.roomType} ${message.roomId}, by ${message.sender ?? 'an unknown sender'}${length}`;
}
