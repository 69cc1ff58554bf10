import { Injectable } from '@nestjs/common';

import { at } from './facts.js';
import type { Subject } from './facts.js';
import { TraceSource } from './trace-source.js';
import type { TraceReport, TraceEvent } from './trace-source.js';
import { TracedPartsRepository } from './traced-parts.repository.js';
import type { TracedParts } from './traced-parts.repository.js';

/**
 * The mentions, the thread, the pin and the poll of the message: besides levels, some of them decide who is notified.
 */
@Injectable()
export class PartsSource extends TraceSource {
  readonly name = 'parts';

  constructor(private readonly repository: TracedPartsRepository) {
    super();
  }

  async report({ message, user }: Subject): Promise<TraceReport> {
    const parts = await this.repository.find(message, user.id);
    if (!parts) {
      const unknown = [{ what: 'parts', reason: 'mentions, threads, pins and polls are deleted with the message' }];
      return { document: {}, lines: [], unknown, facts: {} };
    }
    const texts = textsOf(parts, user.username);
    const lines = [...texts.map((text) => ({ at: message.committedAt, text })), ...changesOf(parts)];
    return { document: documentOf(parts), lines, unknown: [], facts: {} };
  }
}

const textsOf = (parts: TracedParts, username: string): string[] => [
  ...(parts.isSilent ? ['it is silent: it notifies nobody'] : []),
  ...(parts.mentionsUser ? [`it mentions ${username}`] : []),
  ...(parts.mentionsRoom ? ['it mentions the whole room'] : []),
  ...(parts.threadId === null ? [] : [threadText(parts, parts.threadId, username)]),
];

function threadText({ isAlsoToRoom, isFollowed }: TracedParts, threadId: string, username: string): string {
  const where = isAlsoToRoom ? 'and stands in the room too' : 'alone';
  return `it is a reply in thread ${threadId} ${where}; ${username} ${isFollowed ? 'follows' : 'does not follow'} the thread now`;
}

const changesOf = ({ pinnedAt, pinnedBy, closedAt, voters }: TracedParts): TraceEvent[] => [
  ...(pinnedAt ? [{ at: pinnedAt, text: `it is pinned by ${pinnedBy ?? 'a deleted user'}` }] : []),
  ...(closedAt ? [{ at: closedAt, text: `its poll is closed, with ${String(voters)} voters` }] : []),
];

const documentOf = (parts: TracedParts): object => ({
  silent: parts.isSilent,
  mentions_user: parts.mentionsUser,
  mentions_room: parts.mentionsRoom,
  thread: parts.threadId && {
    id: parts.threadId,
    also_to_room: parts.isAlsoToRoom,
    followed: parts.isFollowed,
  },
  pinned: parts.pinnedAt && { by: parts.pinnedBy, at: at(parts.pinnedAt) },
  poll: parts.hasPoll ? { voters: parts.voters, closed_at: parts.closedAt && at(parts.closedAt) } : null,
});
