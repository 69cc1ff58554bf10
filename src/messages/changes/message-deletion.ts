import { Injectable } from '@nestjs/common';
import { Dispatch } from '@parley/realtime/dispatch';
import type { RequestOrigin } from '@parley/realtime/requests';

import type { AuditedAct } from '../../operations/audit/audited-act.js';
import { Config } from '../../platform/config/config.js';
import { toChangeRecord } from '../../rooms/change-log/change-record.js';
import { unheld } from '../../rooms/holds/unheld-room.js';
import type { Membership } from '../../rooms/membership/membership.js';
import type { RoomChange } from '../../rooms/room-changes.js';
import { deletionPayload, messageChangeTypes } from '../history/message-event-replayer.js';
import { messagesDeleted } from '../message.frames.js';
import type { MessageChangeGrant } from '../message.policy.js';
import { namedIn } from '../threads/replies.js';
import { ThreadsRepository } from '../threads/threads.repository.js';
import { havePolls, MessageChangesRepository, threadsOf } from './message-changes.repository.js';
import type { Deletable } from './message-changes.repository.js';

/** Messages that are locked and not deleted yet, all of which the grant permits to delete. */
interface Deleted {
  readonly grant: MessageChangeGrant<'message.delete'>;
  readonly messages: readonly Deletable[];
  readonly audited: readonly AuditedAct[];
  /** Receives the dispatch as its answer; undefined: the request has an answer of its own. */
  readonly origin?: RequestOrigin | undefined;
}

/** Deletes messages in a locked room, and notifies the members after the commit. */
@Injectable()
export class MessageDeletion {
  constructor(
    private readonly repository: MessageChangesRepository,
    private readonly threads: ThreadsRepository,
    private readonly dispatch: Dispatch,
    private readonly config: Config,
  ) {}

  /** @throws Refusal 4002 while the room is held */
  async delete(
    { work, roomId, room, takeNumber }: RoomChange<Membership | undefined>,
    { grant, messages, audited, origin }: Deleted,
  ): Promise<void> {
    const ids = grant.messageIds;
    const threadIds = threadsOf(messages);
    const seq = await takeNumber({
      access: true,
      changeRecord: toChangeRecord(messageChangeTypes.deleted, deletionPayload(ids, threadIds)),
      audited,
    });
    const deletion = { room: unheld(room), seq, threadIds, hasPolls: havePolls(messages) };
    if (this.config.features.softDelete) await this.repository.hide(work.manager, grant, deletion);
    else await this.repository.erase(work.manager, grant, deletion);
    const threads = await this.threads.replies(namedIn(roomId, threadIds), work.manager);
    const frame = messagesDeleted({ roomId, ids, threads }, seq);
    work.afterCommit(() => this.dispatch.append({ roomId, seq, frame }, origin));
  }
}
