import { SubCommand } from 'nest-commander';

import { listParts } from '../../../platform/collections/list-part.js';
import type { PartOf } from '../../../platform/collections/list-part.js';
import { RoomLookupService } from '../../../features/rooms/administration/room-lookup.service.js';
import type { RestrictionSummary } from '../../../features/rooms/administration/room-pages.repository.js';
import { Examples, ParleyCommand } from '../support/parley-command.js';
import type { OutputOptions } from '../support/parley-command.js';
import { printable } from '../support/table.js';

const HEADINGS = ['USER ID', 'USERNAME', 'KIND', 'UNTIL', 'BY', 'SINCE', 'REASON'];

@SubCommand({
  name: 'restrictions',
  arguments: '<room-id>',
  description: 'list the mutes and bans in a room that are in force',
})
@Examples('parley rooms restrictions 0190a6e5-3c4f-7d31-9b2a-5e8f1c7d6a40')
export class RoomsRestrictionsCommand extends ParleyCommand {
  async run([id = '']: string[], options: OutputOptions): Promise<void> {
    const lookup = await this.deployment.get(RoomLookupService);
    const restrictions = listParts((part: PartOf<number>) => lookup.restrictions(id, part));
    await this.printList(options, restrictions, { headings: HEADINGS, cells });
  }
}

const cells = (restriction: RestrictionSummary): string[] => [
  String(restriction.user_id),
  restriction.username,
  restriction.kind,
  restriction.until ?? '',
  restriction.by ?? '',
  restriction.created_at,
  printable(restriction.reason ?? ''),
];
