import type { BrowserContext, BrowserContextOptions, Locator, Page } from 'playwright-core';

import type { Browser } from './browser.js';
import { keepLogIn } from './page-log-in.js';
import type { TestUser } from './people.js';
import type { Service } from './service.js';
import { WebClient } from './web-client.js';

/** The administration page in a browser context of its own, and the actions of its user. */
export class AdminPage {
  private constructor(
    private readonly client: WebClient,
    private readonly service: Service,
  ) {}

  /** Opens the page without a log-in. @param path below `/admin/` */
  static async visit(
    browser: Browser,
    service: Service,
    path = '',
    options: BrowserContextOptions = {},
    prepare?: (context: BrowserContext) => Promise<void>,
  ): Promise<AdminPage> {
    const where = { url: `${service.url}/admin/${path}` };
    return new AdminPage(await WebClient.visit(browser, where, options, prepare), service);
  }

  /** Opens the page of a user who has logged in before, and waits for the navigation. */
  static async open(
    browser: Browser,
    service: Service,
    user: TestUser,
    path = '',
    options: BrowserContextOptions = {},
  ): Promise<AdminPage> {
    const prepare = (context: BrowserContext): Promise<void> => keepLogIn(context, service, user);
    const admin = await AdminPage.visit(browser, service, path, options, prepare);
    await admin.page.locator('.side').waitFor();
    return admin;
  }

  get page(): Page {
    return this.client.page;
  }

  get navigation(): Locator {
    return this.page.getByRole('navigation', { name: 'Parts of the administration' });
  }

  get dialog(): Locator {
    return this.client.dialog;
  }

  /** The path below `/admin/`, with its query. */
  get path(): string {
    const { pathname, search } = new URL(this.page.url());
    return pathname.replace('/admin/', '') + search;
  }

  logIn(username: string): Promise<void> {
    return this.client.logIn(username);
  }

  heading(name: string): Locator {
    return this.page.getByRole('heading', { name, level: 1, exact: true });
  }

  button(name: string | RegExp): Locator {
    return this.client.button(name);
  }

  link(name: string): Locator {
    return this.page.getByRole('link', { name, exact: true });
  }

  async goTo(part: string): Promise<void> {
    await this.navigation.getByRole('link', { name: part, exact: true }).click();
    await this.heading(part).waitFor();
  }

  /** Confirms what the dialog asks. */
  async confirm(verb: string): Promise<void> {
    await this.dialog.getByRole('button', { name: verb, exact: true }).press('Enter');
    await this.dialog.waitFor({ state: 'detached' });
  }

  /** Opens an address in the same tab. */
  async load(path: string): Promise<void> {
    await this.page.goto(`${this.service.url}/admin/${path}`);
  }

  /** A row of a list that has a text. */
  row(text: string): Locator {
    return this.page.locator('.rows > li').filter({ hasText: text });
  }

  /** A row of the table of users that has a text. */
  userRow(text: string): Locator {
    return this.page.getByRole('table', { name: 'Users' }).locator('tbody tr').filter({ hasText: text });
  }

  /** The value of a fact, such as `Role`. */
  fact(name: string): Locator {
    return this.page
      .locator('.facts > div')
      .filter({ has: this.page.getByText(name, { exact: true }) })
      .locator('dd');
  }

  /** Waits for a message of the page. */
  async says(text: string | RegExp): Promise<void> {
    await this.page.getByText(text).first().waitFor();
  }

  focused(element: Locator): Promise<void> {
    return this.client.focused(element);
  }

  /** @returns the violations that axe finds */
  faults(): Promise<string[]> {
    return this.client.faults();
  }

  /** @returns the parts of the page whose content is wider than they are */
  overflows(): Promise<string[]> {
    return this.client.overflows();
  }

  /** Takes screenshots in both themes, and runs the checks of axe. */
  expectAccessible(browser: Browser, name: string): Promise<void> {
    return this.client.expectAccessible(browser, `admin-${name}`);
  }
}
