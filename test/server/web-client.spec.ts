import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

import { parse } from 'yaml';

import type { Service } from '../support/service.js';
import { sharedService } from '../support/shared-services.js';

const BUILT = join(import.meta.dirname, '../../dist/web');
const LANGUAGE = /^(ar|de|en|es|ja)-[\w-]+\.js\.gz$/;
/** Bytes of scripts, compressed with gzip, for the first view. */
const MOST_SCRIPTS = 90 * 1_024;

let service: Service;

beforeAll(async () => {
  service = await sharedService();
});

/** The files that the page loads. */
async function partsOf(url: string): Promise<string[]> {
  const page = await (await fetch(url)).text();
  return [...page.matchAll(/<(?:script|link)\b[^>]*\b(?:src|href)="([^"]+)"/g)].map(([, part = '']) => part);
}

describe('the web client', () => {
  it('is served outside production, with all files that it loads', async () => {
    expect((await fetch(service.url)).status).toBe(200);
    for (const part of await partsOf(service.url)) {
      const response = await fetch(new URL(part, service.url));
      expect([part, response.status]).toEqual([part, 200]);
      expect([part, new URL(response.url).origin]).toEqual([part, new URL(service.url).origin]);
    }
  });

  it('is sent compressed, with all scripts and styles that it loads', async () => {
    const at = new URL(service.url);
    const parts = (await partsOf(at.href)).filter((part) => /assets\/.*\.(js|css)$/.test(part));
    expect(parts.length).toBeGreaterThan(1);
    for (const part of parts) {
      const read = (accepted: string) =>
        fetch(new URL(part, at), { headers: { 'accept-encoding': accepted } }).then(
          async (response) => [response.headers.get('content-encoding'), await response.text()] as const,
        );
      const [encoding, text] = await read('identity');
      expect([part, encoding]).toEqual([part, null]);
      expect(await read('gzip, br')).toEqual(['br', text]);
      expect(await read('gzip')).toEqual(['gzip', text]);
    }
  });

  it('has few scripts for the first view after a log-in, with the texts of the longest language', async () => {
    const scripts = (await partsOf(service.url)).filter((part) => part.endsWith('.js'));
    const assets = readdirSync(join(BUILT, 'assets')).filter((name) => name.endsWith('.js.gz'));
    const logInPage = assets.filter((name) => name.startsWith('log-in-page'));
    const languages = assets.filter((name) => LANGUAGE.test(name));
    expect([logInPage.length, languages.length]).toEqual([1, 5]);
    const sizeOf = (path: string): number => statSync(join(BUILT, path)).size;
    const texts = Math.max(...languages.map((name) => sizeOf(`assets/${name}`)));
    const loaded = [...scripts.map((path) => `${path}.gz`), ...logInPage.map((name) => `assets/${name}`)];
    expect(loaded.reduce((sum, path) => sum + sizeOf(path), texts)).toBeLessThan(MOST_SCRIPTS);
  });

  it('runs and shows nothing that its policy blocks', async () => {
    const response = await fetch(service.url);
    expect(response.headers.get('content-security-policy')).toContain("script-src 'self'");
    const page = await response.text();
    expect(page).not.toMatch(/<style\b/i);
    expect(page).not.toMatch(/<script(?![^>]*\bsrc=)/i);
    expect(page).not.toMatch(/<[^>]*\s(style|on\w+)\s*=/i);
  });

  it('has no file that would hide a route', async () => {
    const { paths } = parse(await (await fetch(`${service.url}/docs/openapi.yaml`)).text()) as { paths: object };
    const routes = Object.keys(paths).map((path) => path.split('/')[1]);
    expect(routes).toEqual(expect.arrayContaining(['api', 'health', 'metrics']));
    const taken = new Set([...routes, 'docs', 'messaging'].map((route) => String(route)));
    expect(readdirSync(BUILT).filter((name) => taken.has(name.replace(/\.html$/, '')))).toEqual([]);
  });
});
