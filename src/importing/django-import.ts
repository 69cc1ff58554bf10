import type { DjangoSource } from './django/django-source.repository.js';
import type { ImportTarget } from './import-target.js';
import type { Report } from './report.js';
import { RoomsCopy } from './rooms-copy.js';
import { UsersCopy } from './users-copy.js';

/**
 * Copies what is in a database of django-realtime-chat-messaging: users, then rooms with what is in them, then what binds
 * messages of different rooms. Whatever cannot be copied is told, and stops nothing. Run again it finds what is there,
 * and goes on with the rest.
 */
export class DjangoImport {
  constructor(
    private readonly source: DjangoSource,
    private readonly target: ImportTarget,
    private readonly report: Report,
  ) {}

  /**
   * @param contentLength of a message at the most, in code points
   * @param advanced told how many messages have been looked at, now and then
   * @throws Refusal 4005 where the target holds what no import has brought
   */
  async run(contentLength: number, advanced: () => void): Promise<void> {
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
