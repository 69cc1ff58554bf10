import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

const INLINE = /<script id="[\w-]+">([^]*?)<\/script>\s*/g;
const FILE = 'first.js';

/** The settings of VitePress that move scripts. */
interface ScriptSettings {
  readonly metaChunk: true;
  readonly transformHtml: (page: string) => string;
  readonly buildEnd: (site: { readonly outDir: string }) => void;
}

/** Moves the inline scripts of VitePress to files, so that the Content-Security-Policy can forbid inline scripts. */
export function withoutInlineScripts(base: string): ScriptSettings {
  const texts = new Set<string>();
  return {
    metaChunk: true,
    transformHtml: (page) => {
      const found = [...page.matchAll(INLINE)].map(([, text = '']) => text);
      for (const text of found) texts.add(text);
      // Runs before the page is shown: it sets the dark theme.
      return page.replace(INLINE, '').replace('</head>', `<script src="${base}${FILE}"></script></head>`);
    },
    buildEnd: ({ outDir }) => {
      writeFileSync(join(outDir, FILE), [...texts].join('\n'));
    },
  };
}
