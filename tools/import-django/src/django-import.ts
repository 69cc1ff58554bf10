import type { Report } from './import-report.js';
import type { ImportTarget } from './import-target.js';
import { RoomsCopy } from './rooms-copy.js';
import type { DjangoSource } from './source/django-source.repository.js';
import { UsersCopy } from './users-copy.js';

/**
 * Copies a database of django-realtime-chat-messaging: users, then rooms with their contents, then references between
 * messages of different rooms. Rows that cannot be copied are reported, and do not stop the import. A further run skips
 * what is copied already, and continues.
 */
export class DjangoImport {
  constructor(
    private readonly source: DjangoSource,
    private readonly target: ImportTarget,
    private readonly report: Report,
  ) {}

  /**
   * @param contentLength the maximum length of a message, in code points
   * @param advanced called after each batch of messages
   * @throws Refusal 4005 if the target has data that was not imported
   */
  async execute(contentLength: number, advanced: () => void): Promise<void> {
    await this.target.begin();
    const users = await new UsersCopy(this.source, this.target, this.report).copy();
    await new RoomsCopy(this.source, this.target, this.report, { contentLength, users }).copy(advanced);
    await this.copyLinks();
    for await (const orphans of this.source.orphans()) {
      for (const { kind, id } of orphans) await this.report.left(kind, id, 'belongs_to_nothing');
    }
    const { kinds } = this.report.result(false);
    await this.target.end(Object.fromEntries(Object.entries(kinds).map(([kind, { copied }]) => [kind, copied])));
  }

  private async copyLinks(): Promise<void> {
    for await (const links of this.source.links()) {
      const linked = await this.target.link(links);
      for (const { id, parent_id, forwarded_from_id } of links) {
        const now = linked.get(id);
        if (parent_id !== null) await this.count('replies', id, now && { is: now.reply, isNew: now.isNew });
        if (forwarded_from_id !== null) await this.count('forwards', id, now && { is: now.forward, isNew: now.isNew });
      }
    }
  }

  private async count(
    kind: 'replies' | 'forwards',
    id: string,
    now: { readonly is: boolean; readonly isNew: boolean } | undefined,
  ): Promise<void> {
    if (!now) await this.report.left(kind, id, 'message_left_out');
    else if (!now.is) await this.report.left(kind, id, kind === 'replies' ? 'not_in_its_room' : 'not_there');
    else if (now.isNew) this.report.copied(kind);
  }
}
