import { GroupFixture } from '../support/group-fixture.js';
import type { Service } from '../support/service.js';
import { sharedService } from '../support/shared-services.js';
import { allReceive, historyOf } from '../support/messaging.js';

const DANGEROUS: [given: string, kept: string][] = [
  ['<b>bold</b><script>alert(1)</script>', '<b>bold</b>'],
  ['<p onclick="alert(1)">hi</p>', '<p>hi</p>'],
  ['<a href="javascript:alert(1)">here</a>', '<a>here</a>'],
  ['plain 🦜 text', 'plain 🦜 text'],
];
const NOTHING_BUT_SCRIPT = '<script>alert(1)</script>';

describe.each([true, false])('HTML in messages (SANITIZE_HTML=%s)', (sanitized) => {
  let parley: Service;
  let fixture: GroupFixture;

  beforeAll(async () => {
    parley = await sharedService(sanitized ? 'sanitizeHtml' : 'default');
    fixture = await GroupFixture.create(parley);
  });
  beforeEach(() => fixture.createRoom());

  it.each(DANGEROUS)('is sanitized or kept as the setting says, when sent and when edited: %s', async (given, kept) => {
    const { bobDevice, carolDevice, room } = fixture;
    const content = sanitized ? kept : given;
    await expect(fixture.sendAndDeliver(bobDevice, given)).resolves.toMatchObject({ content });
    const { id } = await fixture.sendAndDeliver(bobDevice, 'x');
    const edit = { action: 'update', message_id: id, extra_fields: { content: given } };
    await bobDevice.request('message.modify', edit);
    const { data } = await allReceive(fixture.allExcept(bobDevice), 'messagemodification.dispatch');
    expect(data).toMatchObject({ message: { content } });
    await expect(historyOf(carolDevice, room)).resolves.toMatchObject([{ content }, { content }]);
    const again = await bobDevice.request('message.modify', edit);
    expect(again.meta).toEqual({ changed: false });
  });

  it('is refused or kept as the setting says if it is nothing but a script', async () => {
    const { bobDevice, room } = fixture;
    const send = { room_id: room.id, content: NOTHING_BUT_SCRIPT };
    const { id } = await fixture.sendAndDeliver(bobDevice, 'x');
    const edit = { action: 'update', message_id: id, extra_fields: { content: NOTHING_BUT_SCRIPT } };
    if (sanitized) {
      await expect(bobDevice.expectRefused('message.send', send)).resolves.toMatchObject({ code: 4003 });
      await expect(bobDevice.expectRefused('message.modify', edit)).resolves.toMatchObject({ code: 4003 });
    } else {
      await expect(bobDevice.request('message.send', send)).resolves.toMatchObject({
        data: { content: NOTHING_BUT_SCRIPT },
      });
      await expect(bobDevice.request('message.modify', edit)).resolves.toMatchObject({ data: { action: 'update' } });
    }
  });
});
