import type { GroupChat } from '@parley/protocol';

import { Browser } from '../support/browser.js';
import type { ChatClient } from '../support/chat-client.js';
import { newFriends } from '../support/friends.js';
import type { TestUser } from '../support/people.js';
import type { Service } from '../support/service.js';
import { sharedService } from '../support/shared-services.js';
import { WebClient } from '../support/web-client.js';

let parley: Service;
let browser: Browser;
let alice: TestUser;
let device: ChatClient;
let room: GroupChat;

beforeAll(async () => {
  [parley, browser] = await Promise.all([sharedService(), Browser.shared()]);
});
beforeEach(async () => {
  ({ alice, device, room } = await newFriends(parley));
});
afterEach(async () => {
  await device.close();
  await browser.closeAll();
});

it('any emoji can be a reaction, found by its name', async () => {
  await device.request('message.send', { room_id: room.id, content: 'Dinner?' });
  const client = await WebClient.open(browser, parley, alice);
  await client.enter('Friends');
  await client.act('Dinner?', 'React');
  await client.button('More reactions').click();
  await client.dialog.getByRole('button', { name: 'pizza', exact: true }).waitFor();
  await browser.screenshot(client.page, 'web-client-emojis');
  await client.dialog.getByLabel('Find an emoji').fill('no emoji has this name');
  await client.dialog.getByText('No emoji found.').waitFor();
  await client.dialog.getByLabel('Find an emoji').fill('thumb');
  await client.dialog.getByRole('button', { name: 'thumbs up', exact: true }).first().waitFor();
  expect(await client.faults()).toEqual([]);
  expect(await client.dialog.getByRole('button', { name: 'thumbs up', exact: true }).count()).toBe(1);
  await client.dialog.getByRole('radio', { name: '✋🏻' }).check({ force: true });
  await browser.screenshot(client.page, 'web-client-emoji-tones');
  await client.dialog.getByLabel('Find an emoji').press('Enter');
  const { data } = await device.receive('reaction.dispatch');
  expect(JSON.stringify(data)).toContain('👍🏻');
  await client
    .message('Dinner?')
    .getByRole('button', { name: /^👍🏻 1 by you$/ })
    .waitFor();
});

it('an emoji is written by its name, or chosen beside the message', async () => {
  const client = await WebClient.open(browser, parley, alice);
  await client.enter('Friends');
  await client.composer.pressSequentially('Well done :tada');
  await client.page.getByRole('option', { name: /:tada:/ }).waitFor();
  await client.composer.press('Enter');
  await expect.poll(() => client.composer.inputValue()).toBe('Well done 🎉 ');
  await client.button('Choose an emoji').click();
  await client.dialog.getByRole('region', { name: 'Frequently used' }).waitFor({ state: 'detached' });
  await client.dialog.getByRole('button', { name: 'pizza', exact: true }).click();
  await expect.poll(() => client.composer.inputValue()).toBe('Well done 🎉 🍕 ');
  await client.composer.press('Enter');
  expect((await device.receive('message.dispatch')).data.content).toBe('Well done 🎉 🍕');

  await client.focused(client.composer);

  await client.button('Choose an emoji').click();
  const frequent = client.dialog.getByRole('region', { name: 'Frequently used' });
  await frequent.getByRole('button', { name: 'pizza', exact: true }).waitFor();
});

it('the emojis open beside the field or the message, and close without a choice', async () => {
  await device.request('message.send', { room_id: room.id, content: 'Dinner?' });
  const client = await WebClient.open(browser, parley, alice);
  const { page, dialog } = client;
  await client.enter('Friends');
  const opener = client.button('Choose an emoji');
  await opener.click();
  await client.focused(dialog.getByLabel('Find an emoji'));
  await dialog.getByRole('button', { name: 'pizza', exact: true }).waitFor();
  const [picker, field] = [await dialog.boundingBox(), await client.composer.boundingBox()];
  expect((picker?.y ?? 0) + (picker?.height ?? 0)).toBeLessThanOrEqual(field?.y ?? 0);
  expect(await client.faults()).toEqual([]);
  await browser.screenshot(page, 'web-client-emoji-popover');
  await page.emulateMedia({ colorScheme: 'dark' });
  await browser.screenshot(page, 'web-client-emoji-popover-dark');
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await client.focused(opener);

  await opener.click();
  await dialog.waitFor();
  await client.history.click({ position: { x: 5, y: 5 } });
  await dialog.waitFor({ state: 'detached' });

  await client.act('Dinner?', 'React');
  await client.button('More reactions').click();
  await dialog.waitFor();
  await page.keyboard.press('ArrowDown');
  await client.focused(dialog.getByRole('button', { name: 'grinning face', exact: true }));
  await page.keyboard.press('ArrowRight');
  await client.focused(dialog.getByRole('button', { name: 'grinning face with big eyes', exact: true }));
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await client.focused(client.message('Dinner?'));
});

it('on a phone, the emojis are at the end of the screen, and the button Back closes them', async () => {
  const client = await WebClient.open(browser, parley, alice, { viewport: { width: 375, height: 700 } });
  const { page, dialog } = client;
  await client.enter('Friends');
  await client.add('Choose an emoji');
  await dialog.getByRole('button', { name: 'pizza', exact: true }).waitFor();
  expect(await dialog.boundingBox()).toMatchObject({ x: 0, width: 375 });
  expect(await client.faults()).toEqual([]);
  await browser.screenshot(page, 'web-client-emoji-sheet');
  await page.goBack();
  await dialog.waitFor({ state: 'detached' });
  await client.add('Choose an emoji');
  await dialog.getByRole('button', { name: 'pizza', exact: true }).click();
  await expect.poll(() => client.composer.inputValue()).toBe('🍕 ');
});

it('a slash lists the commands, and a chosen one opens its dialog', async () => {
  const client = await WebClient.open(browser, parley, alice);
  await client.enter('Friends');
  await client.composer.pressSequentially('/');
  await client.page.getByRole('option', { name: /^\/poll/ }).waitFor();
  expect(await client.page.getByRole('option').count()).toBeGreaterThan(6);
  expect(await client.faults()).toEqual([]);
  await client.composer.pressSequentially('po');
  await client.composer.press('Enter');
  await client.dialog.getByRole('heading', { name: 'New poll' }).waitFor();
  await client.page.keyboard.press('Escape');
  expect(await client.composer.inputValue()).toBe('');
  await client.send('/poll Tea or coffee?');
  await client.dialog.getByRole('heading', { name: 'New poll' }).waitFor();
  await client.page.keyboard.press('Escape');
  await client.composer.fill('');
  // A text that is no command is a message, once the user confirms it.
  await client.send('/away');
  await client.page.getByText('There is no command “/away”.').waitFor();
  expect(await client.composer.inputValue()).toBe('/away');
  await client.composer.press('Enter');
  expect((await device.receive('message.dispatch')).data.content).toBe('/away');
});
