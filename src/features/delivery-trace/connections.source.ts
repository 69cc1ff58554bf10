import { Injectable } from '@nestjs/common';
import { CloseCode } from '@parley/protocol';

import { NotificationSettings } from '../notification-levels/notification.settings.js';
import { ConnectionsRepository } from './connections.repository.js';
import { at, isOpenAtCommit, sessionsAreKnown, syncsAreKnown, whyNotKnown } from './facts.js';
import type { Facts, Subject, TracedSession, TracedSync } from './facts.js';
import { TraceSource } from './trace-source.js';
import type { TraceReport, TraceEvent, Unknown } from './trace-source.js';

/** The sessions of the user since the commit, how each ended, and the syncs that returned the message. */
@Injectable()
export class ConnectionsSource extends TraceSource {
  readonly name = 'sessions';

  constructor(
    private readonly repository: ConnectionsRepository,
    private readonly settings: NotificationSettings,
  ) {
    super();
  }

  async report(subject: Subject): Promise<TraceReport> {
    const { message, user } = subject;
    const { committedAt, seq, roomId } = message;
    const announces = this.settings.enabled;
    const sessions = committedAt ? await this.repository.sessions(user.id, committedAt) : [];
    const isCommitted = committedAt !== null && seq !== null;
    const syncs = isCommitted ? await this.repository.syncs(user.id, committedAt, roomId, seq) : [];
    const facts = { sessions, syncs, announces };
    return {
      document: sessions.map((session) => documentOf(session, subject, syncs)),
      lines: storyOf(subject, facts),
      unknown: unknownOf(subject),
      facts,
    };
  }
}

/** Facts that are never recorded, and facts that are no longer recorded. */
function unknownOf(subject: Subject): Unknown[] {
  const reason = whyNotKnown(subject);
  return [
    { what: 'live dispatch', reason: 'dispatches to an open session are sent at most once, and are not recorded' },
    { what: 'history', reason: 'reads by room.messages, message.search and similar requests are not recorded' },
    ...(sessionsAreKnown(subject) ? [] : [{ what: 'sessions', reason }]),
    ...(syncsAreKnown(subject) ? [] : [{ what: 'syncs', reason: syncReason(subject) }]),
  ];
}

function syncReason(subject: Subject): string {
  const { since, syncsSince } = subject.recorded;
  if (since === null || syncsSince === null || syncsSince <= since) return whyNotKnown(subject);
  return `they are complete only since ${at(syncsSince)}: before, the buffer of records was full`;
}

/** Ends with the first sync that returned the message; counts the later sessions. */
function storyOf(
  subject: Subject,
  { sessions, syncs, announces }: Pick<Facts, 'sessions' | 'syncs' | 'announces'>,
): TraceEvent[] {
  const until = syncs[0]?.syncedAt;
  const shown = sessions.filter(({ openedAt }) => !until || openedAt <= until).slice(0, MOST_SHOWN);
  const left = sessions.length - shown.length;
  return [
    ...shown.flatMap((session) => linesOf(session, subject, announces)),
    ...syncs.slice(0, MOST_SHOWN).map(syncLine),
    ...(left > 0 ? [{ at: null, text: `${String(left)} more sessions since` }] : []),
  ];
}

const MOST_SHOWN = 20;

function linesOf(session: TracedSession, { message, user }: Subject, announces: boolean): TraceEvent[] {
  const { openedAt, closedAt, device } = session;
  const isOpen = isOpenAtCommit(message, session);
  const first = announces && message.senderId !== user.id ? '; its first frame has the pending notifications' : '';
  return [
    {
      at: openedAt,
      text: `session ${short(session)} is opened${device === '' ? '' : ` on ${device}`}${isOpen ? '' : first}`,
    },
    ...(closedAt ? [{ at: closedAt, text: `session ${short(session)} ${howItEnded(session)}` }] : []),
  ];
}

function howItEnded({ closeCode, closeReason }: TracedSession): string {
  if (closeReason === 'node_died') return 'is lost: its node died; this is its last heartbeat';
  if (closeCode === null) return 'ends with its node';
  if (closeCode === CloseCode.tooSlow.code) return 'is closed as a slow reader (4008)';
  const code = String(closeCode);
  if (closeReason !== null) return `is closed by the service with ${code} (${closeReason})`;
  return closeCode === LOST ? `is lost without a close frame (${code})` : `is closed by the client (${code})`;
}

/** The WebSocket close code of a connection that was lost. */
const LOST = 1006;

const syncLine = ({ sessionId, syncedAt, afterSeq, upToSeq, reset }: TracedSync): TraceEvent => ({
  at: syncedAt,
  text:
    `a sync of session ${sessionId.slice(0, SHORT)} returns numbers ${String(afterSeq + 1)} to ${String(upToSeq)}` +
    (reset ? ', with a reset of the room' : ''),
});

const SHORT = 8;
const short = ({ id }: TracedSession): string => id.slice(0, SHORT);

const documentOf = (session: TracedSession, { message }: Subject, syncs: readonly TracedSync[]): object => ({
  id: session.id,
  node_id: session.nodeId,
  device: session.device,
  opened_at: at(session.openedAt),
  closed_at: session.closedAt && at(session.closedAt),
  close_code: session.closeCode,
  close_reason: session.closeReason,
  open_at_commit: isOpenAtCommit(message, session),
  syncs: syncs
    .filter(({ sessionId }) => sessionId === session.id)
    .map(({ syncedAt, afterSeq, upToSeq, reset }) => ({
      synced_at: at(syncedAt),
      after_seq: afterSeq,
      up_to_seq: upToSeq,
      reset,
    })),
});
