import { Injectable } from '@nestjs/common';
import { notFound } from '@parley/protocol';
import { isWithin } from '@parley/realtime/requests';
import type { Actor, Answer, RequestOrigin } from '@parley/realtime/requests';

import { Limits } from '../../../platform/config/limits.settings.js';
import { UnitOfWork } from '../../../platform/database/unit-of-work.js';
import { PrivateKinds } from '../../private-log/private-kinds.js';
import { PrivateLog } from '../../private-log/private-log.js';
import type { PrivateKind } from '../../private-log/private-kind.js';
import { HistoryRepository } from '../history/history.repository.js';
import { MessagePolicy } from '../message.policy.js';
import { ReceiptDispatch, readingFrame } from '../receipts/receipt-dispatch.js';
import { ReceiptsRepository } from '../receipts/receipts.repository.js';
import { threadFollowKind, toThreadFollow } from './thread-follow-kind.js';
import { keyOf, ThreadMembersRepository } from './thread-members.repository.js';
import { ThreadsRepository } from './threads.repository.js';

/** The thread that a request names. */
export interface NamedThread {
  readonly threadId: string;
  /** If the request names the room too. */
  readonly roomId: string | null | undefined;
}

/** A thread in a room. It is not known whether it exists there. */
export interface PlacedThread {
  readonly threadId: string;
  readonly roomId: string;
}

/** The actions of members on threads, except for sending. */
@Injectable()
export class ThreadsService {
  private readonly kind: PrivateKind<'follows'>;

  constructor(
    private readonly threads: ThreadsRepository,
    private readonly members: ThreadMembersRepository,
    private readonly receipts: ReceiptsRepository,
    private readonly history: HistoryRepository,
    private readonly policy: MessagePolicy,
    private readonly privateLog: PrivateLog,
    private readonly work: UnitOfWork,
    private readonly receiptDispatch: ReceiptDispatch,
    private readonly limits: Limits,
    kinds: PrivateKinds,
  ) {
    this.kind = threadFollowKind(members);
    kinds.add(this.kind);
  }

  /** @throws Refusal 4004 if the request names no room, and the thread is in none of the user's */
  async place(actor: Actor, { threadId: given, roomId }: NamedThread): Promise<PlacedThread> {
    const threadId = given.toLowerCase();
    const found =
      typeof roomId === 'string' ? roomId.toLowerCase() : await this.threads.roomOf(actor.user.id, threadId);
    if (found === undefined || !isWithin(actor, found)) throw noSuchThread();
    return { threadId, roomId: found };
  }

  /**
   * Lets the user follow a thread, or ends that.
   * @returns the present state as the answer, if nothing has changed
   * @throws Refusal 4004 for a non-member, and if there is no such message or it is a reply
   */
  follow(
    actor: Actor,
    { threadId, roomId }: PlacedThread,
    follow: boolean,
    origin: RequestOrigin,
  ): Promise<Answer | undefined> {
    const grant = this.policy.mayFollow(actor, roomId);
    return this.work.transaction(async (work) => {
      if (!(await this.members.lock(work.manager, grant))) throw noSuchThread();
      if (!(await this.members.keep(work.manager, grant, threadId))) throw noSuchThread();
      if (!(await this.threads.start(grant, threadId, work.manager))) throw noSuchThread();
      const item = toThreadFollow({ roomId, threadId }, follow);
      if (!(await this.members.follow(work.manager, grant, threadId, follow))) {
        return { eventType: this.kind.eventType, data: item, meta: { changed: false } };
      }
      const written = { userId: grant.userId, key: keyOf({ roomId, threadId }), item };
      await this.privateLog.append(work, this.kind, written, origin);
      return undefined;
    });
  }

  /**
   * The user has read a thread up to a number. The room receives one dispatch, as of messages that are read alone; if
   * no reply was unread, only the requester receives an answer.
   * @throws Refusal 4004 for a non-member, and if there is no such thread
   */
  read(
    actor: Actor,
    { threadId, roomId }: PlacedThread,
    upToSeq: number,
    origin: RequestOrigin,
  ): Promise<Answer | undefined> {
    const grant = this.policy.mayAcknowledge(actor, roomId);
    return this.work.transaction(async ({ manager, afterCommit }) => {
      if (!(await this.receipts.lockRoom(manager, grant))) throw noSuchThread();
      if (!(await this.threads.start(grant, threadId, manager))) throw noSuchThread();
      const unread = await this.members.unread(manager, grant, { threadId, upToSeq });
      if (!(await this.members.keep(manager, grant, threadId, unread))) throw noSuchThread();
      const ids = await this.receipts.lockMessages(manager, grant, unread);
      const advanced = await this.members.advance(manager, grant, { threadId, upToSeq });
      const { messageIds } = await this.receipts.write(manager, grant, 'read', ids);
      const read = await this.history.byIds(manager, grant, messageIds);
      const messages = read.slice(-this.limits.bulkIds);
      const mark = { thread: { id: threadId, up_to_seq: advanced ?? upToSeq } };
      const reading = { roomId, userId: grant.userId, messages, isOne: false, mark };
      if (messages.length === 0) {
        const { meta, ...frame } = readingFrame(reading);
        return { ...frame, meta: { ...meta, changed: advanced !== undefined } };
      }
      afterCommit(() => this.receiptDispatch.send(reading, origin));
      return undefined;
    });
  }
}

const noSuchThread = () => notFound('No such thread.');
