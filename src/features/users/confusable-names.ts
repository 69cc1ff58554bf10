/** Characters without a visible form, such as joiners, variation selectors and fillers. */
const INVISIBLE = /\p{Default_Ignorable_Code_Point}/u;

/** The scripts that people use today: the recommended and the limited-use scripts of Unicode Standard Annex 31. */
const SCRIPTS = [
  'Arab',
  'Armn',
  'Beng',
  'Bopo',
  'Cyrl',
  'Deva',
  'Ethi',
  'Geor',
  'Grek',
  'Gujr',
  'Guru',
  'Hang',
  'Hani',
  'Hebr',
  'Hira',
  'Kana',
  'Khmr',
  'Knda',
  'Laoo',
  'Latn',
  'Mlym',
  'Mymr',
  'Orya',
  'Sinh',
  'Taml',
  'Telu',
  'Thaa',
  'Thai',
  'Tibt',
  'Adlm',
  'Bali',
  'Bamu',
  'Batk',
  'Cakm',
  'Cans',
  'Cham',
  'Cher',
  'Hmnp',
  'Java',
  'Kali',
  'Lana',
  'Lepc',
  'Limb',
  'Lisu',
  'Mand',
  'Mtei',
  'Newa',
  'Nkoo',
  'Olck',
  'Osge',
  'Plrd',
  'Rohg',
  'Saur',
  'Sund',
  'Sylo',
  'Syrc',
  'Tale',
  'Talu',
  'Tavt',
  'Tfng',
  'Vaii',
  'Wcho',
  'Yiii',
];
/** The scripts that are written together. */
const TOGETHER = [
  ['Latn', 'Hani', 'Hira', 'Kana'],
  ['Latn', 'Hani', 'Bopo'],
  ['Latn', 'Hani', 'Hang'],
];

const classOf = (scripts: readonly string[]): string => scripts.map((name) => `\\p{scx=${name}}`).join('');
const COMMON = classOf(['Zyyy', 'Zinh']);

/**
 * Each matches the names whose characters may be together, of every script that has no pattern of its own in the last.
 */
const UNMIXED = [
  ...[...SCRIPTS.map((script) => [script]), ...TOGETHER].map(
    (they) => new RegExp(`^[${COMMON}${classOf(they)}]+$`, 'u'),
  ),
  new RegExp(`^(?:[${COMMON}]|[^${classOf(SCRIPTS)}])+$`, 'u'),
];

/**
 * Whether a name has only visible characters.
 * @see https://www.unicode.org/reports/tr44/#Default_Ignorable_Code_Point
 */
export const isVisible = (name: string): boolean => !INVISIBLE.test(name);

/**
 * Whether the letters of a name are of one script, or of scripts that are written together: the level "highly
 * restrictive" of Unicode Technical Standard 39, for any script.
 */
export const isOfOneScript = (name: string): boolean => UNMIXED.some((pattern) => pattern.test(name));

/** More than any username has: a longer skeleton is cut, so that it fits into an index. */
const MAX_LENGTH = 300;

/**
 * The skeleton of a name as it is shown (Unicode Technical Standard 39, section 4), in small letters: names with the
 * same skeleton look alike. It is mapped twice, because a capital and a small letter may look like different letters.
 * @param skeletonOf a single mapping, of the package `unhomoglyph`
 */
export function caselessSkeleton(name: string, skeletonOf: (text: string) => string): string {
  const mapped = (text: string): string => skeletonOf(text.normalize('NFD')).normalize('NFD');
  const skeleton = mapped(mapped(name.normalize('NFKC')).toLowerCase());
  return Array.from(skeleton).slice(0, MAX_LENGTH).join('');
}
