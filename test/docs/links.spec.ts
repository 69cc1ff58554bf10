import { existsSync } from 'node:fs';
import { join, normalize } from 'node:path';

import { navigation } from '../../docs/.vitepress/navigation.js';
import { slugOf } from '../../docs/.vitepress/slug.js';
import { pages, placeOf, proseOf, root } from './pages.js';

const LINK = /!?\[(?:[^\]]*)\]\(([^)\s]+)\)/g;
const HEADING = /^#{1,6} (.+)$/gm;
/** A path from the root of the project, in code style. */
const FILE = /`((?:src|libs|tools|web|bin|contract|deploy|test)\/[\w./-]*\w)`/g;
/** The example of a new event, and the settings of a deployment. */
const TO_BE_WRITTEN = new Set(['src/features/pins/events/message-pin.event.ts', 'deploy/.env']);
/** External links are not checked. */
const ELSEWHERE = /^(https?:|mailto:)/;

/** As GitHub does it: if two headings have the same text, the anchor of the second ends with `-1`. */
function anchorsOf(page: string): Set<string> {
  const seen = new Map<string, number>();
  const slugs = [...proseOf(page).matchAll(HEADING)].map(([, heading = '']) => {
    const slug = slugOf(heading.replace(/\[([^\]]*)\]\([^)]*\)|[`*]/g, '$1'));
    const times = seen.get(slug) ?? 0;
    seen.set(slug, times + 1);
    return times === 0 ? slug : `${slug}-${String(times)}`;
  });
  return new Set(slugs);
}

function faultOf(page: string, target: string): string | undefined {
  if (ELSEWHERE.test(target)) return undefined;
  const [path = '', anchor] = target.split('#');
  const file = path === '' ? page : normalize(join(page, '..', decodeURIComponent(path)));
  if (!existsSync(join(root, file))) return 'no such file';
  if (anchor === undefined || !file.endsWith('.md')) return undefined;
  return anchorsOf(file).has(anchor) ? undefined : 'no such heading';
}

describe('the links of the documentation', () => {
  it.each(pages)('have targets that exist, in %s', (page) => {
    const prose = proseOf(page);
    const faults = [...prose.matchAll(LINK)].flatMap(({ 1: target = '', index }) => {
      const line = prose.slice(0, index).split('\n').length;
      const fault = faultOf(page, target);
      return fault === undefined ? [] : [`${placeOf({ page, line })}: ${target}: ${fault}`];
    });
    expect(faults).toEqual([]);
  });
});

describe('the page of all events', () => {
  const index = proseOf('docs/events.md');
  const parts = pages.filter((page) => page.startsWith('docs/events-'));

  it.each(parts)('leads to every heading, also by the address that it had on this page, of %s', (page) => {
    const file = page.replace('docs/', '');
    const headings = [...anchorsOf(page)].slice(1);
    expect(index).toContain(`(${file})**`);
    expect(headings.filter((slug) => !index.includes(`<a id="${slug}"></a>`))).toEqual([]);
    expect(headings.filter((slug) => !index.includes(`(${file}#${slug})`))).toEqual([]);
  });
});

describe('the files that the documentation names', () => {
  it.each(pages)('exist, in %s', (page) => {
    const prose = proseOf(page);
    const missing = [...prose.matchAll(FILE)].flatMap(({ 1: path = '', index }) => {
      const line = prose.slice(0, index).split('\n').length;
      return TO_BE_WRITTEN.has(path) || existsSync(join(root, path)) ? [] : [`${placeOf({ page, line })}: ${path}`];
    });
    expect(missing).toEqual([]);
  });
});

describe('the navigation of the site', () => {
  it('links to every page exactly once', () => {
    const led = navigation.sidebar.flatMap(({ items }) => items.map(({ link }) => `docs${link}.md`));
    const there = pages.filter((page) => page.startsWith('docs/') && page !== 'docs/index.md');
    expect(led.sort()).toEqual(there);
  });
});
