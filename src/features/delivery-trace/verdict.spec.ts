import fc from 'fast-check';

import { isOpenAtCommit } from './facts.js';
import type { Facts, MembershipPeriod, TracedMessage, TracedSession, TracedSync } from './facts.js';
import { membershipAt } from './membership.source.js';
import { verdict } from './verdict.js';

const ADA = 1;
const BOB = 2;
const SEQ = 17;
/** A time, in seconds after the commit. */
const moment = (seconds: number): Date => new Date(Date.UTC(2026, 0, 2, 12, 0, seconds));

const message = (more: Partial<TracedMessage> = {}): TracedMessage => ({
  id: 'm',
  roomId: 'r',
  roomType: 'GroupChat',
  seq: SEQ,
  senderId: ADA,
  sender: 'ada',
  committedAt: moment(0),
  length: 5,
  editedAt: null,
  isDeleted: false,
  isGone: false,
  deletedSeq: null,
  deletedAt: null,
  ...more,
});
const period = (joinedSeq: number, leftSeq: number | null = null, leftAt: Date | null = null): MembershipPeriod => ({
  joinedSeq,
  joinedAt: moment(-100),
  leftSeq,
  leftAt,
  deliveredSeq: joinedSeq,
  readSeq: joinedSeq,
});
const session = (opened: number, closed?: number, more: Partial<TracedSession> = {}): TracedSession => ({
  id: `s${String(opened)}`,
  nodeId: 'n',
  device: '',
  openedAt: moment(opened),
  closedAt: closed === undefined ? null : moment(closed),
  closeCode: closed === undefined ? null : 1000,
  closeReason: null,
  ...more,
});
const sync = (of: TracedSession, seconds: number): TracedSync => ({
  sessionId: of.id,
  syncedAt: moment(seconds),
  afterSeq: 9,
  upToSeq: 40,
  reset: false,
});
const NOTHING = { deliveredAt: null, readAt: null, deliveredUpTo: null, readUpTo: null };

/** Bob is a member since the beginning, has no sessions, and records are complete. */
const facts = (more: Partial<Facts> = {}): Facts => ({
  message: message(),
  user: { id: BOB, username: 'bob', isActive: true, deletedAt: null, lastSeenAt: null },
  recorded: { since: moment(-1_000), syncsSince: moment(-1_000) },
  periods: [period(1)],
  membership: { known: true, period: period(1) },
  sessions: [],
  syncs: [],
  acknowledged: NOTHING,
  announces: true,
  ...more,
});

const slow = session(-5, 3, { closeCode: 4008, closeReason: 'too_slow' });
const later = session(10);
const gone = { since: moment(1), syncsSince: moment(1) };

describe('the verdict', () => {
  it.each<[kind: string, facts: Partial<Facts>, says: RegExp]>([
    ['own', { message: message({ senderId: BOB }) }, /bob sent it/],
    [
      'acknowledged',
      { acknowledged: { ...NOTHING, deliveredAt: moment(3) } },
      /received it at .*12:00:03\.000Z \(acknowledged\)\.$/,
    ],
    [
      'acknowledged',
      { acknowledged: { ...NOTHING, deliveredAt: moment(3), readAt: moment(4) } },
      /read it at .*12:00:04/,
    ],
    [
      'acknowledged_by_mark',
      { acknowledged: { ...NOTHING, deliveredUpTo: 20 } },
      /up to number 20 is acknowledged; the time/,
    ],
    [
      'acknowledged_by_mark',
      { acknowledged: { ...NOTHING, readUpTo: 21 } },
      /up to number 21 is read; the time is not known/,
    ],
    ['user_deleted', { user: { ...facts().user, deletedAt: moment(9) } }, /Not known: bob was deleted/],
    [
      'not_member',
      { membership: { known: true, period: undefined, after: period(20) } },
      /number 17 \(in since number 20\)/,
    ],
    [
      'not_member',
      { membership: { known: true, period: undefined, before: period(1, 12) } },
      /\(out since number 12\)/,
    ],
    ['not_member', { membership: { known: true, period: undefined } }, /never in the room/],
    ['unknown_membership', { membership: { known: false, reason: 'so' } }, /^Not known: so\.$/],
    ['healed_by_sync', { sessions: [slow, later], syncs: [sync(later, 11)] }, /slow reader \(4008\).*numbers 10 to 40/],
    ['told_by_sync', { sessions: [later], syncs: [sync(later, 11)] }, /opened at .*12:00:10.* numbers 10 to 40/],
    ['told_by_sync', { sessions: [slow], syncs: [sync(slow, 2)] }, /numbers 10 to 40/],
    [
      'deleted',
      { message: message({ isDeleted: true, isGone: true, deletedSeq: 30 }) },
      /\(number 30\).*receipts were deleted/,
    ],
    [
      'dropped_slow',
      { sessions: [slow] },
      /4008\) at .*; there has been no session since, and no sync has returned it\.$/,
    ],
    [
      'dropped_slow',
      { sessions: [slow, later] },
      /; the first frame of the session .* counted it as pending, and no sync/,
    ],
    ['announced', { sessions: [session(-5, 3), later] }, /^The first frame of the session .*12:00:10/],
    ['sent_live', { sessions: [session(-5)] }, /still open\); it is not acknowledged/],
    ['sent_live', { sessions: [session(-5, 1, { closeCode: null, closeReason: 'node_died' })] }, /its node died/],
    ['unknown', { recorded: gone }, /^Not known: records of that time are deleted/],
    ['unknown', { recorded: { since: null, syncsSince: null } }, /DELIVERY_RECORD_DAYS=0/],
    ['reconnected', { sessions: [later], announces: false }, /has had a session since/],
    [
      'left',
      { membership: { known: true, period: period(1, 30, moment(9)) }, sessions: [session(50)] },
      /out of the room at number 30/,
    ],
    ['waits', {}, /^It is pending for bob, who has had no session since\.$/],
  ])('is %s if the facts support it', (kind, more, says) => {
    const { kind: found, text } = verdict(facts(more));
    expect([found, text]).toEqual([kind, expect.stringMatching(says)]);
  });

  // Both times are late by the waiting time of their statements, the time of the sync perhaps more.
  it('believes a sync whose time is after the end of its session', () => {
    const closed = session(10, 11);
    expect(verdict(facts({ sessions: [closed], syncs: [sync(closed, 12)] })).kind).toBe('told_by_sync');
  });

  it('states that syncs are not known if their records are not complete', () => {
    const recorded = { since: moment(-10), syncsSince: moment(5) };
    expect(verdict(facts({ sessions: [slow], recorded })).text).toMatch(
      /whether a sync has returned it is not known\.$/,
    );
  });

  it('claims nothing that the facts do not support', () => {
    const seconds = fc.integer({ min: -50, max: 50 });
    const aSession = fc
      .record({ opened: seconds, lasts: fc.option(fc.nat(60)), code: fc.constantFrom(1000, 1006, 1012, 4008) })
      .map(({ opened, lasts, code }) =>
        lasts === null ? session(opened) : session(opened, opened + lasts, { closeCode: code }),
      )
      .filter(({ closedAt }) => !closedAt || closedAt > moment(0));
    const aTime = fc.option(seconds.map(moment));
    const acknowledged = fc.record({
      deliveredAt: aTime,
      readAt: aTime,
      deliveredUpTo: fc.option(fc.constant(SEQ)),
      readUpTo: fc.option(fc.constant(SEQ)),
    });
    const any = fc
      .record({
        acknowledged: fc.oneof(fc.constant(NOTHING), acknowledged),
        sessions: fc.uniqueArray(aSession, { maxLength: 4, selector: ({ id }) => id }),
        syncAfter: fc.option(fc.nat(60)),
        isMember: fc.boolean(),
        recorded: fc.constantFrom(facts().recorded, gone, { since: null, syncsSince: null }),
        announces: fc.boolean(),
        isDeleted: fc.boolean(),
      })
      .map(({ syncAfter, isMember, isDeleted, ...rest }) => {
        const [first] = rest.sessions;
        const syncs = first && syncAfter !== null ? [sync(first, syncAfter)] : [];
        const membership = { known: true as const, period: isMember ? period(1) : undefined };
        return facts({ ...rest, syncs, membership, message: message({ isDeleted }) });
      });
    fc.assert(
      fc.property(any, (given) => {
        const { kind, text } = verdict(given);
        const isAcknowledged = Object.values(given.acknowledged).some((value) => value !== null);
        const isKnown = given.recorded.since !== null && given.recorded.since <= moment(0);
        const slowOnes = given.sessions.filter((one) => one.closeCode === 4008 && isOpenAtCommit(given.message, one));
        expect(text).toMatch(/^[A-Zb].*\.$/);
        if (text.includes(' received it')) expect(isAcknowledged).toBe(true);
        if (kind === 'waits') expect([isKnown, given.sessions, given.syncs]).toEqual([true, [], []]);
        if (text.includes('slow reader')) expect(slowOnes).not.toEqual([]);
        if (text.includes('no session since')) expect(isKnown).toBe(true);
        if (kind.endsWith('by_sync')) expect(given.syncs).not.toEqual([]);
        if (kind === 'not_member') expect(given.membership).toMatchObject({ period: undefined });
        if (kind === 'unknown') expect(isKnown).toBe(false);
      }),
    );
  });
});

describe('the membership at a sequence number', () => {
  const at = (periods: readonly MembershipPeriod[], recorded = facts().recorded): string => {
    const membership = membershipAt({ ...facts(), periods, recorded });
    if (!membership.known) return 'not known';
    return membership.period ? `since ${String(membership.period.joinedSeq)}` : 'none';
  };

  it.each<[found: string, periods: readonly MembershipPeriod[]]>([
    ['since 1', [period(1)]],
    ['since 1', [period(1, 18), period(20)]],
    ['since 14', [period(1, 12), period(14)]],
    ['none', [period(1, 12), period(20)]],
    ['none', [period(18)]],
    ['none', []],
  ])('is %s', (found, periods) => expect(at(periods)).toBe(found));

  it('is not known if a period may have ended before the records begin, and is known during a current period', () => {
    expect(at([period(20)], gone)).toBe('not known');
    expect(at([], gone)).toBe('not known');
    expect(at([period(1)], gone)).toBe('since 1');
  });
});
