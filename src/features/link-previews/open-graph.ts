import { Parser } from 'htmlparser2';

/** The description of a page by its Open Graph elements. A missing value is an empty text. */
export interface PageDescription {
  readonly title: string;
  readonly description: string;
  readonly site: string;
  /** As the page has it, which may be relative to its address; null: it has none. */
  readonly image: string | null;
}

const MOST_TITLE = 200;
const MOST_DESCRIPTION = 500;
const MOST_SITE = 100;
/** The longest text of a page that is looked at, in code units. */
const MOST_READ = 4_096;

/** The names of the elements that describe a page, the preferred ones first. */
const NAMES = {
  title: ['og:title', 'twitter:title'],
  description: ['og:description', 'twitter:description', 'description'],
  site: ['og:site_name', 'application-name'],
  image: ['og:image:secure_url', 'og:image', 'og:image:url', 'twitter:image'],
} as const;

/**
 * Reads the description of a page. The parser is tolerant, and runs nothing of the page.
 * `open-graph.spec.ts` measures its time on the largest hostile pages.
 */
export function openGraphOf(html: string): PageDescription {
  const { metas, title } = headOf(html);
  const first = (names: readonly string[]): string => names.map((name) => metas.get(name) ?? '').find(Boolean) ?? '';
  return {
    title: shortText(first(NAMES.title) || title, MOST_TITLE),
    description: shortText(first(NAMES.description), MOST_DESCRIPTION),
    site: shortText(first(NAMES.site), MOST_SITE),
    image: first(NAMES.image).trim() || null,
  };
}

/** The code units that are parsed between two checks of the depth. */
const PART = 8_192;
/** The time of the parser grows with the depth of elements. A page that has more ends there. */
const MOST_DEPTH = 512;

/** The first value of each name, and the title. */
function headOf(html: string): { readonly metas: ReadonlyMap<string, string>; readonly title: string } {
  const metas = new Map<string, string>();
  let title = '';
  let depth = 0;
  /** A drawing in a page may have titles too. */
  let place: 'head' | 'title' | 'body' = 'head';
  const parser = new Parser({
    onopentag: (tag, attributes) => {
      depth += 1;
      if (tag === 'title' && place === 'head') place = 'title';
      if (tag === 'body' || tag === 'svg') place = 'body';
      if (tag === 'meta') addMeta(metas, attributes);
    },
    ontext: (text) => {
      if (place === 'title' && title.length < MOST_READ) title += text;
    },
    onclosetag: (tag) => {
      depth -= 1;
      if (tag === 'title' && place === 'title') place = 'body';
    },
  });
  for (let at = 0; at < html.length && depth <= MOST_DEPTH; at += PART) parser.write(html.slice(at, at + PART));
  if (depth <= MOST_DEPTH) parser.end();
  return { metas, title };
}

const KNOWN: ReadonlySet<string> = new Set(Object.values(NAMES).flat());

function addMeta(metas: Map<string, string>, { property, name, content }: Readonly<Record<string, string>>): void {
  const key = (property ?? name ?? '').trim().toLowerCase();
  if (KNOWN.has(key) && content !== undefined && !metas.has(key)) metas.set(key, content.slice(0, MOST_READ));
}

/** Controls and marks of direction, which could change the texts beside it. */
const CONTROLS = /[\p{Cc}\u200E\u200F\u202A-\u202E\u2066-\u2069]/gu;

/** One line of at most so many code points. */
function shortText(text: string, most: number): string {
  const line = text.slice(0, MOST_READ).replaceAll(/\s+/g, ' ').replaceAll(CONTROLS, '').trim();
  const points = Array.from(line.toWellFormed());
  return points.length <= most
    ? points.join('')
    : `${points
        .slice(0, most - 1)
        .join('')
        .trimEnd()}…`;
}
