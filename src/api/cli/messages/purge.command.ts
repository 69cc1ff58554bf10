import { invalid } from '@parley/protocol';
import { Option, SubCommand } from 'nest-commander';

import { OldMessagePurge } from '../../../features/retention/old-message-purge.js';
import { SenderPurgeService } from '../../../features/retention/sender-purge.service.js';
import { OPERATOR } from '../../../features/users/roles/authority.js';
import { ageOf } from '../support/option-values.js';
import { counted } from '../support/quantities.js';
import { DestructiveCommand } from '../support/destructive-command.js';
import type { DestructiveOptions } from '../support/destructive-command.js';
import { Examples } from '../support/parley-command.js';

interface PurgeOptions extends DestructiveOptions {
  readonly olderThan?: number;
  readonly newerThan?: number;
  readonly sender?: string;
}

/** The messages that are removed: old ones of all users, or new ones of one user. */
type Selection =
  | { readonly olderThan: number }
  | {
      readonly sender: string;
      readonly newerThan: number;
    };

@SubCommand({
  name: 'purge',
  description: 'remove old messages, or the new messages of a user, permanently, and notify their rooms',
})
@Examples(
  'parley messages purge --older-than 90d --dry-run',
  'parley messages purge --older-than 90d --yes',
  'parley messages purge --sender bob --newer-than 24h --yes',
)
export class MessagesPurgeCommand extends DestructiveCommand {
  run(_: string[], options: PurgeOptions): Promise<void> {
    const selection = selectionOf(options);
    return 'sender' in selection ? this.purgeOf(selection, options) : this.purgeOld(selection.olderThan, options);
  }

  private async purgeOld(seconds: number, options: DestructiveOptions): Promise<void> {
    const service = await this.deployment.get(OldMessagePurge);
    // One time for both: what is removed was in the counts, however late the answer comes.
    const before = await service.timeBefore(seconds);
    const confirmed = await this.isConfirmed(options, async () => {
      const { messages, rooms } = await service.count(before);
      const until = before.toISOString();
      return {
        document: { messages, rooms, sent_before: until },
        text: `${counted(messages, 'message')} in ${counted(rooms, 'room')}, sent before ${until}.`,
        question: questionOf(messages),
      };
    });
    if (!confirmed) return;
    const purged = await service.purge(OPERATOR, before, seconds);
    this.print(options, { purged }, `Removed ${counted(purged, 'message')}.`);
  }

  private async purgeOf(
    { sender, newerThan }: { readonly sender: string; readonly newerThan: number },
    options: DestructiveOptions,
  ): Promise<void> {
    const service = await this.deployment.get(SenderPurgeService);
    const since = await (await this.deployment.get(OldMessagePurge)).timeBefore(newerThan);
    const sent = await service.sentSince(sender, since);
    const confirmed = await this.isConfirmed(options, async () => {
      const { messages, rooms, held_rooms } = await service.count(sent);
      const from = since.toISOString();
      const where = `${counted(messages, 'message')} of ${sender} in ${counted(rooms, 'room')}, sent since ${from}.`;
      return {
        document: { messages, rooms, held_rooms, sent_since: from },
        text: [where, ...heldText(held_rooms)].join('\n'),
        question: questionOf(messages),
      };
    });
    if (!confirmed) return;
    const purge = await service.purge(OPERATOR, sent);
    const text = `Removed ${counted(purge.removed, 'message')} in ${counted(purge.rooms, 'room')}.`;
    this.print(options, purge, [text, ...heldText(purge.held_rooms)].join('\n'));
  }

  @Option({
    flags: '--older-than <age>',
    description: 'the minimum age of removed messages, with a unit: 15m, 24h, 90d',
  })
  parseOlderThan(age: string): number {
    return ageOf('--older-than', age);
  }

  @Option({
    flags: '--newer-than <age>',
    description: 'the maximum age of removed messages of a user, with a unit, at most 7d',
  })
  parseNewerThan(age: string): number {
    return ageOf('--newer-than', age);
  }

  @Option({ flags: '--sender <username>', description: 'remove only messages of this user; requires --newer-than' })
  parseSender(username: string): string {
    return username;
  }
}

/** @throws Refusal 4003 */
function selectionOf({ olderThan, newerThan, sender }: PurgeOptions): Selection {
  const isOfSender = sender !== undefined || newerThan !== undefined;
  if (olderThan !== undefined && !isOfSender) return { olderThan };
  if (olderThan === undefined && sender !== undefined && newerThan !== undefined) return { sender, newerThan };
  throw invalid(
    isOfSender
      ? '--sender and --newer-than are required together, as in --sender bob --newer-than 24h, without --older-than.'
      : '--older-than is required, as in --older-than 90d or 12h; or --sender and --newer-than.',
  );
}

const questionOf = (messages: number): string =>
  `Delete ${messages === 1 ? 'this message' : 'these messages'} permanently?`;

const heldText = (rooms: number): string[] =>
  rooms === 0 ? [] : [`Messages in ${counted(rooms, 'room')} stay, because of a legal hold.`];
