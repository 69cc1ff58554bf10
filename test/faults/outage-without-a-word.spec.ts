import { randomUUID } from 'node:crypto';

import { Cabled } from '../support/cabled.js';
import { eventually } from '../support/eventually.js';
import { isTurnedAway } from '../support/handshake.js';
import { people } from '../support/people.js';
import { groupOf, historyOf, onADevice, says } from '../support/talk.js';

let cabled: Cabled;

beforeAll(async () => {
  cabled = await Cabled.start();
});
afterAll(() => cabled.stop());

/** The service's longest wait for a statement, and then for the database's return. */
const PATIENCE_MS = 90_000;

describe('a database that stops answering on open connections', () => {
  it('leaves no request hanging and no socket closed; requests with an unknown outcome are reported, and can be retried safely', async () => {
    const { parley, cable } = cabled;
    const { alice, bob, carol } = await people(parley, 'alice', 'bob', 'carol');
    const [phone, others] = [await alice.arrives(), await onADevice(bob)];
    const room = await groupOf(phone, [others]);
    await says(phone, room, 'before');
    await others.device.hears('message.dispatch');

    cable.freeze();
    const send = { room_id: room.id, content: 'meanwhile', client_message_id: randomUUID() };
    const [sending, asking] = [phone.asks('message.send', send), others.device.asks('room.list', {})];
    const turnedAway = isTurnedAway(parley.url, { token: carol.tokens.access });
    const { error } = await phone.answered(sending, PATIENCE_MS);
    expect(error).toMatchObject({ code: 4006, event_type: 'message.send' });
    expect(error!.detail).toMatch(/^It is not known whether this was stored: .*client_message_id \([0-9a-f-]{36}\)\.$/);
    await expect(others.device.answered(asking, PATIENCE_MS)).resolves.toMatchObject({ error: { code: 4006 } });
    await expect(turnedAway).resolves.toMatchObject({ status: 503 });
    await expect(cabled.isReady()).resolves.toBe(false);

    cable.mend();
    await eventually(() => cabled.isReady());
    const again = await phone.ask('message.send', send);
    expect(again.data).toMatchObject({ content: 'meanwhile' });
    const history = await historyOf(others.device, room);
    expect(history.map(({ content }) => content)).toEqual(['meanwhile', 'before']);
  });
});
