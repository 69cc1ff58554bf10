import { Injectable } from '@nestjs/common';
import { conflict, notFound } from '@parley/protocol';
import type { ComposerDraft as ShownDraft } from '@parley/protocol';
import type { Answer, EventContext } from '@parley/realtime/requests';

import { MessageSettings } from '../message.settings.js';
import { UnitOfWork } from '../../../platform/database/unit-of-work.js';
import type { Work } from '../../../platform/database/unit-of-work.js';
import type { PrivateKind } from '../../private-log/private-kind.js';
import { PrivateKinds } from '../../private-log/private-kinds.js';
import { PrivateLog } from '../../private-log/private-log.js';
import { MessagePolicy } from '../message.policy.js';
import type { DraftGrant } from '../message.policy.js';
import { ThreadMembersRepository } from '../threads/thread-members.repository.js';
import { ThreadsRepository } from '../threads/threads.repository.js';
import { composerDraftKind, noDraft, toShownDraft } from './composer-draft-kind.js';
import { ComposerDraftsRepository } from './composer-drafts.repository.js';
import { keyOfDraft } from './composer-draft.entity.js';
import type { DraftPlace } from './composer-draft.entity.js';

/**
 * The texts that users are writing, the same on all devices of a user: every connection of the user receives a change,
 * and nobody else does. The last change that arrives counts. A send in the same place clears the draft in the statement
 * that stores the message.
 */
@Injectable()
export class ComposerDrafts {
  private readonly kind: PrivateKind<'drafts'>;

  constructor(
    private readonly repository: ComposerDraftsRepository,
    private readonly threads: ThreadsRepository,
    private readonly threadMembers: ThreadMembersRepository,
    private readonly policy: MessagePolicy,
    private readonly privateLog: PrivateLog,
    private readonly work: UnitOfWork,
    private readonly settings: MessageSettings,
    kinds: PrivateKinds,
  ) {
    this.kind = composerDraftKind(repository);
    kinds.add(this.kind);
  }

  /**
   * @param content empty: there is to be no draft
   * @returns the present state as the answer, if nothing has changed
   * @throws Refusal 4004 for a non-member, or without a draft and such a thread; 4005 for one too many
   */
  set(
    { actor, origin }: Pick<EventContext, 'actor' | 'origin'>,
    place: DraftPlace,
    content: string,
  ): Promise<Answer | undefined> {
    const grant = this.policy.mayDraft(actor, place.roomId);
    return this.work.transaction(async (work) => {
      if (!(await this.repository.lock(work.manager, grant))) throw notFound('No such room.');
      const earlier = await this.repository.find(work.manager, grant, place);
      if (!earlier) await this.checkNew(work, grant, place, content);
      if ((earlier?.content ?? '') === content) {
        return {
          eventType: this.kind.eventType,
          data: earlier ? toShownDraft(earlier) : noDraft(place),
          meta: { changed: false },
        };
      }
      const item = await this.write(work, grant, place, content);
      const written = { userId: grant.userId, key: keyOfDraft(place), item };
      await this.privateLog.append(work, this.kind, written, origin);
      return undefined;
    });
  }

  /** A thread that has become unreadable keeps its draft, which can be changed and cleared. */
  private async checkNew({ manager }: Work, grant: DraftGrant, place: DraftPlace, content: string): Promise<void> {
    const { threadId } = place;
    if (threadId !== null) {
      if (!(await this.threadMembers.keep(manager, grant, threadId))) throw notFound('No such thread.');
      if (!(await this.threads.start(grant, threadId, manager))) throw notFound('No such thread.');
    }
    if (content === '') return;
    const most = this.settings.drafts;
    if ((await this.repository.lockNumber(manager, grant)) >= most)
      throw conflict(`At most ${String(most)} drafts can be kept.`);
  }

  private async write({ manager }: Work, grant: DraftGrant, place: DraftPlace, content: string): Promise<ShownDraft> {
    if (content !== '') return toShownDraft(await this.repository.put(manager, grant, place, content));
    await this.repository.remove(manager, grant, place);
    return noDraft(place);
  }
}
