import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { UserConfig } from 'vitepress';

import { bundledPackages } from '../../bin/bundled-packages.js';
import { withoutInlineScripts } from './inline-scripts.js';
import { writeMadePages } from './made-pages.js';
import type { Markdown } from './markdown.js';
import { navigation } from './navigation.js';
import { lastChanged } from './page-date.js';
import { asInTheRepository } from './repository-markdown.js';
import { headingsOnLines } from './search-lines.js';
import { slugOf } from './slug.js';
import { labelledCells } from './table-labels.js';

const root = join(import.meta.dirname, '../..');
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };

writeMadePages(root);

/** The documentation site, which the service serves at `/docs`. Its pages load nothing from other hosts. */
export default {
  title: 'Parley',
  description: 'A self-hosted real-time chat service: its guides, its protocol, its promises.',
  lang: 'en',
  base: '/docs/',
  outDir: join(root, 'dist/docs'),
  cacheDir: join(root, 'dist/.vitepress'),
  ...withoutInlineScripts('/docs/'),
  // Without transitions VitePress writes an inline style into the page, which the Content-Security-Policy forbids.
  appearance: { disableTransition: false },
  vite: { plugins: [bundledPackages()] },
  markdown: {
    config: (markdown: Markdown) => {
      asInTheRepository(markdown);
      labelledCells(markdown);
    },
    anchor: { slugify: slugOf },
    theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' },
  },
  head: [['link', { rel: 'icon', type: 'image/svg+xml', href: '/docs/icon.svg' }]],
  transformPageData: (page: { readonly filePath: string }) => {
    const time = lastChanged(join(root, 'docs'), page.filePath);
    return time === undefined ? {} : { lastUpdated: time };
  },
  themeConfig: {
    siteTitle: 'Parley',
    search: {
      provider: 'local',
      options: {
        _render: (page: string, environment: object, markdown: Markdown) =>
          headingsOnLines(markdown.render(page, environment)),
        miniSearch: {
          // A page about a subject ranks above pages that mention it, and matches of all words above matches of some.
          searchOptions: { boost: { title: 8, titles: 3, text: 1 }, fuzzy: 0.1, prefix: true },
        },
      },
    },
    outline: [2, 3],
    externalLinkIcon: true,
    lastUpdated: { text: `Version ${version}, page updated`, formatOptions: { dateStyle: 'long' } },
    notFound: {
      title: 'PAGE NOT FOUND',
      quote: 'There is no page at this address. Use the search, or start at the first page.',
      linkLabel: 'Go to the first page of the documentation',
      linkText: 'First page',
    },
    ...navigation,
    nav: [...navigation.nav, { text: `v${version}`, link: '/changelog' }],
  },
} satisfies UserConfig;
