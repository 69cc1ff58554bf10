import { Browser } from '../../support/browser.js';
import { users } from '../../support/people.js';
import { Service } from '../../support/service.js';
import { WebClient } from '../../support/web-client.js';

let parley: Service;
let browser: Browser;

beforeAll(async () => {
  [parley, browser] = await Promise.all([Service.start({ WEBSOCKET_PATH: '/chat/socket' }), Browser.shared()]);
});
afterAll(async () => {
  await parley.stop();
});

it('the web client connects to the socket path of the page', async () => {
  const { alice } = await users(parley, 'alice');
  const alices = await WebClient.visit(browser, parley);
  await alices.page.route(/\/$/, async (route) => {
    const response = await route.fetch();
    const page = await response.text();
    await route.fulfill({ response, body: page.replace('content="messaging/"', 'content="chat/socket"') });
  });
  await alices.page.reload();
  await alices.logIn(alice.username);
  await alices.isIn();
  await browser.closeAll();
});
