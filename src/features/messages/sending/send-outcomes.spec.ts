import { randomUUID } from 'node:crypto';

import { invalid } from '@parley/protocol';
import type { Refusal, User } from '@parley/protocol';

import type { HeldMessages, HeldSend } from '../held/held-messages.js';
import type { StoredMessage } from '../message.view.js';
import type { Draft } from './draft.js';
import type { MessagesRepository } from './messages.repository.js';
import type { Sent } from './send-outcomes.js';
import { SendOutcomes } from './send-outcomes.js';

const ADA = { id: 1 } as User;
const ROOM = randomUUID();

/** The texts that were sent, and by what each send ends. */
let sent: string[];
let ends: Map<string, { resolve: (outcome: Sent) => void; reject: (error: unknown) => void }>;
let stored: StoredMessage | undefined;
let held: HeldSend | undefined;
let outcomes: SendOutcomes;

beforeEach(() => {
  sent = [];
  ends = new Map();
  stored = held = undefined;
  const messages = {
    sent: () => Promise.resolve(stored ? [stored] : []),
    sentByMember: () => Promise.resolve(stored),
  } as unknown as MessagesRepository;
  outcomes = new SendOutcomes(messages, { earlier: () => Promise.resolve(held) } as unknown as HeldMessages);
});

const draftOf = (content: string, clientMessageId?: string): Draft =>
  ({ content, clientMessageId, extraFields: {}, actor: { user: ADA }, grant: { roomId: ROOM } }) as unknown as Draft;

const send = (draft: Draft): Promise<Sent> =>
  outcomes.once(draft, () => {
    sent.push(draft.content);
    return new Promise((resolve, reject) => ends.set(draft.content, { resolve, reject }));
  });

const message = (content: string): StoredMessage => ({ id: randomUUID(), content }) as StoredMessage;
const refusal = (): Refusal => invalid('It is not allowed.');

describe('a send in flight', () => {
  it('gives the same send again its outcome, as a duplicate', async () => {
    const id = randomUUID();
    const [first, again] = [send(draftOf('hello', id)), send(draftOf('hello', id))];
    const original = message('hello');
    ends.get('hello')?.resolve({ message: original, duplicate: false });
    expect(await first).toEqual({ message: original, duplicate: false });
    expect(await again).toEqual({ message: original, duplicate: true });
    expect(sent).toEqual(['hello']);
  });

  it('gives another text under its id its outcome too', async () => {
    const id = randomUUID();
    const [, other] = [send(draftOf('hello', id)), send(draftOf('goodbye', id))];
    const original = message('hello');
    ends.get('hello')?.resolve({ message: original, duplicate: false });
    expect(await other).toEqual({ message: original, duplicate: true });
    expect(sent).toEqual(['hello']);
  });

  it('refuses the same send again as the first, and sends another text', async () => {
    const id = randomUUID();
    const [first, again] = [send(draftOf('hello', id)), send(draftOf('hello', id))];
    const other = send(draftOf('goodbye', id));
    ends.get('hello')?.reject(refusal());
    await expect(first).rejects.toThrow('It is not allowed.');
    await expect(again).rejects.toThrow('It is not allowed.');
    expect(sent).toEqual(['hello', 'goodbye']);
    ends.get('goodbye')?.resolve({ message: message('goodbye'), duplicate: false });
    expect(await other).toMatchObject({ duplicate: false });
  });

  it('is sent again by the same send if it has failed by a fault', async () => {
    const id = randomUUID();
    const [first, again] = [send(draftOf('hello', id)), send(draftOf('hello', id))];
    ends.get('hello')?.reject(new Error('the database is away'));
    await expect(first).rejects.toThrow('the database is away');
    await vi.waitFor(() => expect(sent).toEqual(['hello', 'hello']));
    ends.get('hello')?.resolve({ message: message('hello'), duplicate: false });
    expect(await again).toMatchObject({ duplicate: false });
  });

  it('has no effect on sends without an id', () => {
    void send(draftOf('hello'));
    void send(draftOf('hello'));
    expect(sent).toEqual(['hello', 'hello']);
  });
});

describe('an earlier send', () => {
  const key = { roomId: ROOM, senderId: ADA.id, clientMessageId: randomUUID() };

  it('is the stored message rather than a held one', async () => {
    stored = message('stored');
    held = { held: { id: randomUUID() }, duplicate: true } as unknown as HeldSend;
    const isStored = { message: stored, duplicate: true };
    expect(await outcomes.ofSender(draftOf('text', key.clientMessageId))).toEqual(isStored);
    expect(await outcomes.ofMember(ADA, key)).toEqual(isStored);
  });

  it('is the held message if none is stored', async () => {
    held = { held: { id: randomUUID() }, duplicate: true } as unknown as HeldSend;
    expect(await outcomes.ofSender(draftOf('text', key.clientMessageId))).toBe(held);
    expect(await outcomes.ofMember(ADA, key)).toBe(held);
  });

  it('is none for a send without an id', async () => {
    stored = message('stored');
    expect(await outcomes.ofSender(draftOf('text'))).toBeUndefined();
  });
});

it('a rejected send is rejected again with the same text alone', () => {
  const id = randomUUID();
  outcomes.reject(draftOf('hello', id), refusal());
  expect(() => outcomes.requireNotRejected(draftOf('hello', id))).toThrow('It is not allowed.');
  expect(() => outcomes.requireNotRejected(draftOf('goodbye', id))).not.toThrow();
  expect(() => outcomes.requireNotRejected(draftOf('hello', randomUUID()))).not.toThrow();
});
