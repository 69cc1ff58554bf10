import { Browser } from '../support/browser.js';
import type { Service } from '../support/service.js';
import { sharedService } from '../support/shared-services.js';

let parley: Service;
let browser: Browser;

beforeAll(async () => {
  [parley, browser] = await Promise.all([sharedService(), Browser.shared()]);
});
afterEach(() => browser.closeAll());

describe('the Content-Security-Policy of the web client', () => {
  it('allows everything that the page loads', async () => {
    const page = await browser.open(parley.url);
    await page.waitForLoadState('networkidle');
    expect(await page.title()).toBe('Parley');
    await browser.screenshot(page, 'web-client-start');
  });

  it('blocks an injected script', async () => {
    browser.ignoreError(/Content Security Policy/);
    const page = await browser.open(parley.url);
    const ran = await page.evaluate(() => {
      const { document } = globalThis as unknown as {
        document: { createElement(name: string): { textContent: string }; body: { append(script: object): void } };
      };
      const script = document.createElement('script');
      script.textContent = 'globalThis.ran = true';
      document.body.append(script);
      return 'ran' in globalThis;
    });
    expect(ran).toBe(false);
  });

  it('blocks a picture of another host', async () => {
    browser.ignoreError(/Content Security Policy/);
    const page = await browser.open(parley.url);
    const blocked = await page.evaluate(() => {
      const { document, Image } = globalThis as unknown as {
        document: { addEventListener(name: string, listener: (event: { blockedURI: string }) => void): void };
        Image: new () => { src: string };
      };
      return new Promise<string>((resolve) => {
        document.addEventListener('securitypolicyviolation', ({ blockedURI }) => resolve(blockedURI));
        new Image().src = 'https://tracker.example/seen.png';
      });
    });
    expect(blocked).toBe('https://tracker.example/seen.png');
  });
});
