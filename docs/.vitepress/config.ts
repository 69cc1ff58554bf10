import { join } from 'node:path';

import { defineConfig } from 'vitepress';

import { withoutInlineScripts } from './inline-scripts.js';
import { writeMadePages } from './made-pages.js';
import { navigation } from './navigation.js';
import { asInTheRepository } from './repository-markdown.js';
import { slugOf } from './slug.js';

const root = join(import.meta.dirname, '../..');

writeMadePages(root);

/** The site of the documentation, which the service itself serves at `/docs`. It asks nobody else for anything. */
export default defineConfig({
  title: 'Parley',
  description: 'A self-hosted real-time chat service: its guides, its protocol, its promises.',
  lang: 'en',
  base: '/docs/',
  outDir: join(root, 'dist/docs'),
  cacheDir: join(root, 'dist/.vitepress'),
  ...withoutInlineScripts('/docs/'),
  // To switch off transitions for the change of lights it would write a style into the page, which may have none.
  appearance: { disableTransition: false },
  markdown: {
    config: asInTheRepository,
    anchor: { slugify: slugOf },
    theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' },
  },
  head: [['link', { rel: 'icon', type: 'image/svg+xml', href: '/docs/icon.svg' }]],
  themeConfig: {
    siteTitle: 'Parley',
    search: { provider: 'local' },
    outline: [2, 3],
    externalLinkIcon: true,
    ...navigation,
  },
});
