import type { Subject } from '../../features/delivery-trace/facts.js';
import { TraceSources } from '../../features/delivery-trace/trace-source.js';
import { PushesSource } from './pushes.source.js';
import type { TracedPush, TracedPushesRepository } from './traced-pushes.repository.js';

const [ADA, BOB] = [1, 2];
const THEN = new Date(Date.UTC(2026, 0, 2));

const push = (more: Partial<TracedPush>): TracedPush => ({
  state: 'unsent',
  reason: null,
  status: null,
  attempts: 0,
  createdAt: THEN,
  doneAt: THEN,
  isOwn: true,
  ...more,
});

/** Ada's message, and a user who is a member since number 1, or has left. */
const subject = (userId: number, leftSeq: number | null = null): Subject => ({
  message: {
    id: 'm',
    roomId: 'r',
    roomType: 'GroupChat',
    seq: 17,
    senderId: ADA,
    sender: 'ada',
    committedAt: THEN,
    length: 5,
    editedAt: null,
    isDeleted: false,
    isGone: false,
    deletedSeq: null,
    deletedAt: null,
  },
  user: { id: userId, username: 'somebody', isActive: true, deletedAt: null, lastSeenAt: null },
  recorded: { since: new Date(0), syncsSince: new Date(0) },
  periods: [
    { joinedSeq: 1, joinedAt: THEN, leftSeq, leftAt: leftSeq === null ? null : THEN, deliveredSeq: 1, readSeq: 1 },
  ],
});

async function reportOf(of: Subject, ...pushes: TracedPush[]): Promise<string[]> {
  const repository = {
    find: () => Promise.resolve(pushes),
  } as Partial<TracedPushesRepository> as TracedPushesRepository;
  const { lines, unknown } = await new PushesSource(repository, new TraceSources([])).report(of);
  return [...lines.map(({ text }) => text), ...unknown.map(({ what }) => `not known: ${what}`)];
}

const waits = push({ state: 'pending', isOwn: false, doneAt: null });
const many = push({ reason: 'no_subscription', isOwn: false });

describe('the source of pushes', () => {
  it.each<[said: string, pushes: TracedPush[]]>([
    ['it is pushed to a browser; the push service returned 201', [push({ state: 'sent', status: 201 })]],
    ['a push is pending; the push service returned 503', [push({ state: 'pending', status: 503 })]],
    ['it is not pushed: online', [push({ reason: 'online' })]],
    ['it is not pushed to many members, perhaps including this one: no_subscription', [many]],
    ['it is not pushed: deleted', [push({ reason: 'deleted', isOwn: false })]],
    ['not known: pushes', []],
  ])('reports: %s', async (said, pushes) => {
    await expect(reportOf(subject(BOB), ...pushes)).resolves.toEqual([said]);
  });

  it('reports that recipients are not resolved yet', async () => {
    await expect(reportOf(subject(BOB), waits)).resolves.toEqual(['the recipients of its pushes are not resolved yet']);
  });

  it('prefers the row of the user to the row of many members', async () => {
    await expect(reportOf(subject(BOB), push({ reason: 'read' }), many)).resolves.toEqual(['it is not pushed: read']);
  });

  it('reports nothing for the sender and for a non-member', async () => {
    await expect(reportOf(subject(ADA), many, waits)).resolves.toEqual([]);
    await expect(reportOf(subject(BOB, 9), many, waits)).resolves.toEqual([]);
  });
});
