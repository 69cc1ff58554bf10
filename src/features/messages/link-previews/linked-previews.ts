import type { PagePreview, StoredPreview } from './link-preview.view.js';
import { linksOf } from './message-links.js';

/** The content of a message, and what is known of its links. */
export interface Linked {
  readonly content: string;
  readonly previews: readonly StoredPreview[];
}

/** The links of which nothing is known. */
export function missingLinks({ content, previews }: Linked): string[] {
  const known = new Set(previews.map(({ url }) => url));
  return linksOf(content).filter((url) => !known.has(url));
}

/** The previews after some were fetched, in the order of the links. What is known of a link stays. */
export function withFetched({ content, previews }: Linked, fetched: readonly PagePreview[]): StoredPreview[] {
  const byUrl = new Map<string, StoredPreview>([...fetched, ...previews].map((preview) => [preview.url, preview]));
  return linksOf(content).flatMap((url) => byUrl.get(url) ?? []);
}

/** The previews that remain when a message gets another content, in the order of its links. */
export function keptPreviews(previews: readonly StoredPreview[], content: string): readonly StoredPreview[] {
  return previews.length === 0 ? previews : withFetched({ content, previews }, []);
}
