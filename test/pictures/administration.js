import { connect } from './connect.js';
import { logIn } from './web-page.js';

const SPAMMER = 'dealz';

/**
 * Makes a user the administrator, to whom another reports a message of a third.
 * @param {import('./throwaway-service.js').ThrowawayService} service
 * @param {import('./conversation.js').Conversation} conversation
 */
export async function reportSpam(service, { username, password }) {
  await service.addUsers([[SPAMMER, 'Deal', 'Zone']], password);
  await service.setRole(username, 'admin');
  const [spammer, mei] = await Promise.all([
    connect(service.url, { username: SPAMMER, password }),
    connect(service.url, { username: 'mei', password }),
  ]);
  const { id } = await mei.find('mei');
  const room = await spammer.rooms.create({ type: 'OneToOneChat', participants: [id] });
  const message = await spammer.rooms.open(room.id).send('Earn 500 a day from home! https://dealz.example.com');
  await mei.ask('message.report', {
    message_id: message.id,
    room_id: room.id,
    reason: 'spam',
    comment: 'I do not know this person.',
  });
  await Promise.all([spammer.close(), mei.close()]);
}

/**
 * @param {import('playwright-core').Page} page of the administration
 * @param {import('./conversation.js').Conversation} conversation
 * @param {(page: import('playwright-core').Page, name: string) => Promise<void>} save
 */
export async function photographAdministration(page, conversation, save) {
  await logIn(page, conversation);
  const parts = page.getByRole('navigation').first();
  await parts.getByRole('link', { name: /reports/i }).click();
  await page.getByRole('article').first().waitFor();
  await save(page, 'admin-reports');
  await parts.getByRole('link', { name: /users/i }).click();
  await page.getByRole('row').nth(1).waitFor();
  await page.waitForLoadState('networkidle');
  await save(page, 'admin-users');
  await page.getByRole('main').getByRole('link', { name: SPAMMER }).click();
  await page.getByRole('heading', { name: SPAMMER, level: 1 }).waitFor();
  await page.waitForLoadState('networkidle');
  await save(page, 'admin-user');
}
