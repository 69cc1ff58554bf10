import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import type { UserConfig } from 'vitepress';

const INLINE = /<script id="[\w-]+">([^]*?)<\/script>\s*/g;
const FILE = 'first.js';

/** What VitePress puts as scripts into every page is put into a file, so that no page needs leave to run its own text. */
export function withoutInlineScripts(base: string): Pick<UserConfig, 'buildEnd' | 'metaChunk' | 'transformHtml'> {
  const texts = new Set<string>();
  return {
    metaChunk: true,
    transformHtml: (page) => {
      const found = [...page.matchAll(INLINE)].map(([, text = '']) => text);
      for (const text of found) texts.add(text);
      // Before anything is shown: it says whether the page is dark.
      return page.replace(INLINE, '').replace('</head>', `<script src="${base}${FILE}"></script></head>`);
    },
    buildEnd: ({ outDir }) => {
      writeFileSync(join(outDir, FILE), [...texts].join('\n'));
    },
  };
}
