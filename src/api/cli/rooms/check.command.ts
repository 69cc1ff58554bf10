import { SubCommand } from 'nest-commander';

import { RoomLogCheckService } from '../../../features/rooms/change-log/room-log-check.service.js';
import type { RoomLogReport } from '../../../features/rooms/change-log/room-log-check.service.js';
import { counted } from '../support/quantities.js';
import { FOUND_FAULTY, Examples, ParleyCommand } from '../support/parley-command.js';
import type { OutputOptions } from '../support/parley-command.js';

@SubCommand({
  name: 'check',
  arguments: '<room-id>',
  description: 'check that the numbered log of a room has no gap; ends with 1 if it has',
})
@Examples('parley rooms check 0190a6e5-3c4f-7d31-9b2a-5e8f1c7d6a40')
export class RoomsCheckCommand extends ParleyCommand {
  async run([id = '']: string[], options: OutputOptions): Promise<void> {
    const report = await (await this.deployment.get(RoomLogCheckService)).check(id);
    this.print(options, report, described(report));
    if (!report.complete) process.exitCode = FOUND_FAULTY;
  }
}

function described({ complete, first_seq, last_seq, highest_seq, missing, missing_count }: RoomLogReport): string {
  const checked =
    first_seq === null
      ? `Nothing has changed in the last day. The last number is ${String(last_seq)}.`
      : `The numbers ${String(first_seq)} to ${String(last_seq)} are checked.`;
  const named = missing.length < missing_count ? `the first ${String(missing.length)}: ` : '';
  return [
    checked,
    ...(missing_count > 0
      ? [`${counted(missing_count, 'number')} without a record: ${named}${missing.join(', ')}`]
      : []),
    ...(highest_seq > last_seq ? [`A record has the number ${String(highest_seq)}, above the last one.`] : []),
    ...(complete ? ['The log is complete.'] : []),
  ].join('\n');
}
