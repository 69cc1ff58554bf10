import { createRequire } from 'node:module';

import type { CompactEmoji, ShortcodesDataset } from 'emojibase';
import type { Plugin } from 'vite';

const NAME = /^virtual:emojis\/(\w+)$/;
const RESOLVED = /^\0virtual:emojis\/(\w+)$/;
/** Unicode has no names of emojis in Arabic in the data: they are found by the English ones. */
const DATA_OF: Readonly<Record<string, string>> = { ar: 'en' };
/** Of `emojibase`: parts of emojis, such as tones of skin, which are no emojis by themselves. */
const COMPONENTS = 2;
const TONES = 5;

const require = createRequire(import.meta.url);
const read = (path: string): unknown => require(`emojibase-data/${path}.json`);

/** Without the selector of the coloured form, where that is the usual form: other clients send it without. */
const usual = (unicode: string): string => unicode.replace(/(\p{Emoji_Presentation})\uFE0F/gu, '$1');

/**
 * The rows that `web/src/emoji/emojis.ts` reads: character, name, words to find it by, short names, group, tones of
 * skin.
 */
function rowsOf(language: string): readonly unknown[] {
  const data = read(`${DATA_OF[language] ?? language}/compact`) as CompactEmoji[];
  const shortNames = read('en/shortcodes/github') as ShortcodesDataset;
  const common = read('en/shortcodes/emojibase') as ShortcodesDataset;
  return data
    .filter(({ group }) => group !== undefined && group !== COMPONENTS)
    .toSorted((one, other) => (one.order ?? 0) - (other.order ?? 0))
    .map(({ unicode, label, tags = [], group, skins = [], hexcode }) => {
      const names = [...new Set([shortNames[hexcode] ?? [], common[hexcode] ?? []].flat())];
      const tones = skins.length === TONES ? skins.map((skin) => usual(skin.unicode)) : [];
      return [usual(unicode), label, tags.join(' '), names, group, ...(tones.length > 0 ? [tones] : [])];
    });
}

/** Makes modules of the emojis with their names in each language, so that nothing is loaded from elsewhere. */
export const emojiModules = (): Plugin => ({
  name: 'emoji-modules',
  resolveId: { filter: { id: NAME }, handler: (id) => `\0${id}` },
  load: {
    filter: { id: RESOLVED },
    handler(id) {
      const [, language = ''] = RESOLVED.exec(id) ?? [];
      return `export default JSON.parse(${JSON.stringify(JSON.stringify(rowsOf(language)))});`;
    },
  },
});
