import { password } from '../../servers/template.js';
import { Browser } from '../../support/browser.js';
import { logIn, TestUser } from '../../support/people.js';
import type { Service } from '../../support/service.js';
import { sharedService } from '../../support/shared-services.js';
import { WebClient } from '../../support/web-client.js';

const LONGEST = 64;
const long = (start: string): string => start.padEnd(LONGEST, 'abcdefghijklmnopqrstuvwxyz');

const ROOM = long('Room');
const ANN = long('Ann');
const BEA = long('Bea');

let parley: Service;
let browser: Browser;

/** A user whose devices have a short name, as the ids of their requests begin with it. */
async function newUser(username: string): Promise<TestUser> {
  await parley.parley('users', 'create', username, '--password', password);
  const { id, tokens } = await logIn(parley, username);
  return new TestUser(parley, id, username.slice(0, 3), tokens);
}

beforeAll(async () => {
  [parley, browser] = await Promise.all([sharedService('openDirectories'), Browser.shared()]);
  const [ann, bea] = [await newUser(ANN), await newUser(BEA)];
  const [anns, beas] = [await ann.connect(), await bea.connect()];
  await beas.request('user.update', { first_name: BEA, last_name: BEA });
  const { data: room } = await anns.request('room.create', {
    type: 'GroupChat',
    name: ROOM,
    description: long('Of'),
    participants: [bea.id],
  });
  const { id: room_id } = room;
  const { data: asked } = await beas.request('message.send', { room_id, content: 'Who is it?' });
  await anns.request('message.send', {
    room_id,
    content: 'It is me',
    extra_fields: { parent_message_id: asked.id },
  });
  await beas.request('message.send', { room_id, content: long('Word') });
  await beas.request('room.create', { type: 'OneToOneChat', participants: [ann.id] });
  await Promise.all([anns.close(), beas.close()]);
});
afterEach(() => browser.closeAll());

const VIEWPORTS = { desktop: { width: 1200, height: 760 }, phone: { width: 360, height: 740 } };

describe.each(['desktop', 'phone'] as const)('names of 64 characters without a space fit on a %s', (device) => {
  let page: WebClient;

  beforeEach(async () => {
    page = await WebClient.open(browser, parley, await logIn(parley, ANN), { viewport: VIEWPORTS[device] });
  });

  /** Checks a view and takes a screenshot of it. */
  async function check(view: string): Promise<void> {
    await browser.screenshot(page.page, `web-client-long-${view}-${device}`);
    expect([view, await page.overflows()]).toEqual([view, []]);
  }

  async function checkDialog(view: string): Promise<void> {
    await check(view);
    await page.dialog.last().getByRole('button', { name: 'Close' }).click();
    await page.dialog.waitFor({ state: 'detached' });
  }

  it('in the rooms and the dialogs about users', async () => {
    await page.room(ROOM).waitFor();
    await check('rooms');
    await page.button('New conversation').click();
    await page.dialog.getByText('Group', { exact: true }).click();
    await page.dialog.getByLabel('Members').fill(BEA);
    await page.dialog.getByLabel('Members').press('Enter');
    await page.dialog.getByText(`@${BEA}`).waitFor();
    await page.dialog.getByLabel('Members').fill(long('Nobody'));
    await page.dialog.getByLabel('Members').press('Enter');
    await page.dialog.getByRole('alert').getByText('There is no user').waitFor();
    await checkDialog('new-room');
    await page.button('Directory').click();
    await page.dialog.getByLabel('Name of a user').fill(BEA.slice(0, 12));
    await page.dialog.getByText(`@${BEA}`).click();
    await page.page.getByRole('dialog', { name: 'Profile' }).waitFor();
    await check('profile');
  });

  it('in a conversation and its dialogs', async () => {
    await page.room(ROOM).first().click();
    await page.expectText('It is me');
    await page.act('Who is it?', 'Reply');
    await page.page.mouse.move(0, 0);
    await check('conversation');
    await page.button('Search in this room').click();
    await page.dialog.getByRole('searchbox').fill('who is it');
    await page.dialog.getByText('1 message').waitFor();
    await checkDialog('search');
    await page.act('Who is it?', 'Forward');
    await page.dialog.getByText(ROOM).first().waitFor();
    await checkDialog('forward');
    await page.act('Who is it?', 'Reply in thread');
    await page.dialog.getByText('Who is it?').waitFor();
    await checkDialog('thread');
  });

  it('in the settings of a room', async () => {
    await page.room(ROOM).first().click();
    await page.button('Room settings').click();
    await page.dialog.getByText(`Edit ${BEA}`).click();
    await page.dialog.getByRole('button', { name: `Remove ${BEA}` }).scrollIntoViewIfNeeded();
    await check('members');
    await page.dialog.getByRole('button', { name: `Remove ${BEA}` }).click();
    await page.page.getByRole('dialog', { name: `Remove ${BEA}` }).waitFor();
    await check('remove');
  });
});
