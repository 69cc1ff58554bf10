import { Circle } from '../support/circle.js';
import type { Service } from '../support/service.js';
import { sharedService } from '../support/shared-services.js';
import { allHear, historyOf } from '../support/talk.js';

const DANGEROUS: [given: string, kept: string][] = [
  ['<b>bold</b><script>alert(1)</script>', '<b>bold</b>'],
  ['<p onclick="alert(1)">hi</p>', '<p>hi</p>'],
  ['<a href="javascript:alert(1)">here</a>', '<a>here</a>'],
  ['plain 🦜 text', 'plain 🦜 text'],
];
const NOTHING_BUT_SCRIPT = '<script>alert(1)</script>';

describe.each([true, false])('HTML in messages (SANITIZE_HTML=%s)', (sanitized) => {
  let parley: Service;
  let circle: Circle;

  beforeAll(async () => {
    parley = await sharedService(sanitized ? 'sanitizeHtml' : 'default');
    circle = await Circle.on(parley);
  });
  beforeEach(() => circle.meets());

  it.each(DANGEROUS)('is sanitized or kept as the setting says, when sent and when edited: %s', async (given, kept) => {
    const { bobs, carols, room } = circle;
    const content = sanitized ? kept : given;
    await expect(circle.said(bobs, given)).resolves.toMatchObject({ content });
    const { id } = await circle.said(bobs, 'x');
    const edit = { action: 'update', message_id: id, extra_fields: { content: given } };
    await bobs.ask('message.modify', edit);
    const { data } = await allHear(circle.but(bobs), 'messagemodification.dispatch');
    expect(data).toMatchObject({ message: { content } });
    await expect(historyOf(carols, room)).resolves.toMatchObject([{ content }, { content }]);
    const again = await bobs.ask('message.modify', edit);
    expect(again.meta).toEqual({ changed: false });
  });

  it('is refused or kept as the setting says if it is nothing but a script', async () => {
    const { bobs, room } = circle;
    const send = { room_id: room.id, content: NOTHING_BUT_SCRIPT };
    const { id } = await circle.said(bobs, 'x');
    const edit = { action: 'update', message_id: id, extra_fields: { content: NOTHING_BUT_SCRIPT } };
    if (sanitized) {
      await expect(bobs.isRefused('message.send', send)).resolves.toMatchObject({ code: 4003 });
      await expect(bobs.isRefused('message.modify', edit)).resolves.toMatchObject({ code: 4003 });
    } else {
      await expect(bobs.ask('message.send', send)).resolves.toMatchObject({ data: { content: NOTHING_BUT_SCRIPT } });
      await expect(bobs.ask('message.modify', edit)).resolves.toMatchObject({ data: { action: 'update' } });
    }
  });
});
