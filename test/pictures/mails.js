import { join } from 'node:path';

import { compiled } from '../support/compiled.js';
import { startBrowser } from './web-page.js';

const { MailKinds } = /** @type {typeof import('../../src/features/mail/mail-kinds.js')} */ (
  await compiled('features/mail/mail-kinds.js')
);
const { mailPage } = /** @type {typeof import('../../src/features/mail/mail-layout.js')} */ (
  await compiled('features/mail/mail-layout.js')
);

/** @typedef {import('../../src/platform/http/languages.js').Language} Language */
/** @typedef {import('playwright-core').Page} Page */

const DEPLOYMENT = { name: 'Summer Festival' };
const ADDRESS = 'mei@example.com';
const PHONE_WIDTH = 360;
const COLUMNS = 4;
const GAP = 16;
const DESKTOP = { width: 760, height: 200 };

const linkOf = (/** @type {string} */ path) => `https://chat.example.com/${path}#WsPu2gEYbN0mDeJTH4aQ6zKc8xVLrt1f`;

/** The newest first. */
const MISSED = [
  {
    id: '1',
    roomId: 'a',
    roomName: 'Site plan',
    content: 'Can you check the gate at the north end? @mei',
    name: 'Ada',
  },
  { id: '2', roomId: 'b', roomName: null, content: 'The band arrives at four.', name: 'Grace' },
  { id: '3', roomId: 'b', roomName: null, content: '', name: 'Grace' },
].map(({ name, ...message }) => ({
  ...message,
  attachments: message.content === '' ? 2 : 0,
  sender: { id: 1, username: name, first_name: name, last_name: '', avatar: null, status: null, is_bot: false },
}));

/**
 * The parts that compose mails, each with stand-ins for what it asks: a new kind of mail needs its part here, or its
 * data in `DATA`.
 * @type {readonly { readonly module: string, readonly name: string, readonly given: readonly object[] }[]}
 */
const PARTS = [
  {
    module: 'features/invitations/invitation-mail.js',
    name: 'InvitationMail',
    given: [
      {
        open: () => ({ inviter: 'Ada Lovelace', roomIds: [], expiresAt: new Date('2026-07-18T12:00:00Z') }),
        roomNames: () => ['Announcements', 'Site plan'],
      },
      { of: () => 'WsPu2gEYbN0mDeJTH4aQ6zKc8xVLrt1f' },
      DEPLOYMENT,
    ],
  },
  {
    module: 'features/people/address/address-mails.js',
    name: 'AddressMails',
    given: [{ url: () => linkOf('verify') }, { owner: () => undefined }, DEPLOYMENT],
  },
  {
    module: 'features/accounts/recovery/recovery-mail.js',
    name: 'RecoveryMail',
    given: [
      { tokenHolderOf: () => ({ username: 'mei-with-a-rather-long-user-name-of-a-person' }) },
      { recipient: () => ({ id: 1, email: ADDRESS }) },
      { issue: () => 'WsPu2gEYbN0mDeJTH4aQ6zKc8xVLrt1f' },
      { url: 'https://chat.example.com' },
      DEPLOYMENT,
    ],
  },
  {
    module: 'features/auth/notices/account-notice-mails.js',
    name: 'AccountNoticeMails',
    given: [DEPLOYMENT],
  },
  {
    module: 'delivery/missed-mails/missed-messages.mail.js',
    name: 'MissedMessagesMail',
    given: [
      { find: () => ({}) },
      {
        read: () => MISSED.map(({ id, roomId }) => ({ messageId: id, roomId })),
        shown: () => new Map(MISSED.map((message) => [message.id, message])),
      },
      { make: () => ({ url: linkOf('unsubscribe'), oneClickUrl: linkOf('unsubscribe') }) },
      { content: 'full' },
      DEPLOYMENT,
      { url: 'https://chat.example.com' },
      { pages: { webClient: true } },
    ],
  },
];

/** What is stored with a mail of a kind, where it is read. @type {Readonly<Record<string, object>>} */
const DATA = {
  invitation: { url: linkOf('invite') },
  verify_address: { claim: {}, username: 'mei' },
  new_device: { device: 'Firefox on Android', address: '203.0.113.7', at: '2026-07-01T09:30:00Z' },
};

/** @returns {Promise<import('../../src/features/mail/mail-kinds.js').MailKinds>} */
async function allKinds() {
  const kinds = new MailKinds();
  for (const { module, name, given } of PARTS) {
    const exported = /** @type {Record<string, new (...parts: object[]) => { onModuleInit(): void }>} */ (
      await compiled(module)
    );
    const Part = exported[name];
    if (Part === undefined) throw new Error(`${module} has no ${name}`);
    new Part(kinds, ...given).onModuleInit();
  }
  return kinds;
}

/** @param {Language} language @returns {Promise<Map<string, string>>} the HTML of each kind of mail */
async function mailsIn(language) {
  const kinds = await allKinds();
  /** @type {Map<string, string>} */
  const pages = new Map();
  for (const name of kinds.names) {
    const mail = { userId: 1, address: ADDRESS, language, data: DATA[name] ?? {} };
    const text = await kinds.find(name)?.compose(mail);
    if (!text) throw new Error(`The mail ${name} is not composed.`);
    pages.set(name, mailPage({ ...DEPLOYMENT, hasLogo: false }, language, text).html);
  }
  return pages;
}

/**
 * Photographs every kind of mail as a phone shows it, in a picture for each language, and one at the width of a desk.
 * @param {string} folder where the files are written
 */
export async function photographMails(folder) {
  const browser = await startBrowser();
  /** @param {'light' | 'dark'} colorScheme @param {{ width: number, height: number }} viewport */
  const open = async (colorScheme, viewport) => {
    const context = await browser.newContext({ colorScheme, viewport, deviceScaleFactor: 1.5 });
    return context.newPage();
  };
  /** @param {Page} page @param {string} name */
  const save = async (page, name) => {
    await page.screenshot({ path: join(folder, `${name}.png`), fullPage: true });
    console.log(`${name}.png`);
  };
  try {
    const wide = { width: COLUMNS * (PHONE_WIDTH + GAP) + GAP, height: 400 };
    for (const [language, colorScheme, name] of /** @type {const} */ ([
      ['en', 'light', 'mails'],
      ['ar', 'dark', 'mails-arabic'],
    ])) {
      const page = await open(colorScheme, wide);
      await showBesideEachOther(page, [...(await mailsIn(language)).values()], language);
      await save(page, name);
    }
    const desktop = await open('light', DESKTOP);
    await desktop.setContent((await mailsIn('en')).get('invitation') ?? '');
    await save(desktop, 'mail-desktop');
  } finally {
    await browser.close();
  }
}

/** Each mail is in a frame of its own, as high as the mail. @param {Page} page @param {string[]} mails @param {string} language */
async function showBesideEachOther(page, mails, language) {
  const frames = mails.map(
    (html) => `<iframe srcdoc="${html.replaceAll('&', '&amp;').replaceAll('"', '&quot;')}"></iframe>`,
  );
  await page.setContent(`<!doctype html>
    <html lang="${language}" dir="${language === 'ar' ? 'rtl' : 'ltr'}">
    <meta name="color-scheme" content="light dark">
    <style>
      body { margin: 0; padding: ${String(GAP)}px; background: light-dark(#d9dbe4, #2c3240) }
      main { columns: ${String(COLUMNS)}; column-gap: ${String(GAP)}px }
      iframe { display: block; width: ${String(PHONE_WIDTH)}px; margin-block-end: ${String(GAP)}px; border: 0; border-radius: 12px; break-inside: avoid }
    </style>
    <main>${frames.join('')}</main>`);
  await page.evaluate(`for (const frame of document.querySelectorAll('iframe')) {
    frame.height = frame.contentDocument.documentElement.scrollHeight;
  }`);
}
