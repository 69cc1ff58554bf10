import { TextDecoder } from 'node:util';

import { Injectable } from '@nestjs/common';
import { Refusal } from '@parley/protocol';

import type { PagePreview } from '../messages/link-previews/link-preview.view.js';
import { Moderation } from '../moderation/moderation.service.js';
import type { Permitted } from '../moderation/shown-texts.js';
import { WaitedTooLong } from '../../platform/async/fair-queue.js';
import { FetchRefused } from '../../platform/outgoing/fetch-refused.js';
import { LONGEST_URL } from '../../platform/outgoing/public-fetch.js';
import type { FetchedBody, FetchLimits } from '../../platform/outgoing/public-fetch.js';
import { ForeignPictures } from '../uploads/foreign-pictures/foreign-pictures.js';
import type { CopiedPicture } from '../uploads/foreign-pictures/foreign-pictures.js';
import { FileMissing, StoreUnavailable } from '../uploads/store/file-store.js';
import type { UploadPlace } from '../uploads/upload-grant.js';
import { UploadRefused } from '../uploads/upload-refused.js';
import { LinkFetcher } from './link-fetcher.js';
import type { PageDescription } from './open-graph.js';
import { PictureFetcher } from './picture-fetcher.js';

const LIMITS: FetchLimits = {
  ms: 3_000,
  mostBytes: 524_288,
  cutsLonger: true,
  types: ['text/html', 'application/xhtml+xml'],
};

@Injectable()
export class PagePreviews {
  /** Loaded with the first link, because it is large. */
  private parser: Promise<{ readonly openGraphOf: (html: string) => PageDescription }> | undefined;

  constructor(
    private readonly fetcher: LinkFetcher,
    private readonly pictureFetcher: PictureFetcher,
    private readonly pictures: ForeignPictures,
    private readonly moderation: Moderation,
  ) {}

  /**
   * The preview of a link, with a copy of the picture of the page. Without the picture, if that cannot be had.
   * @param author of the message that is to show it
   * @returns undefined: the link leads to no page that says anything about itself
   * @throws WaitedTooLong, the reason of `stop`
   */
  async preview(url: string, author: UploadPlace, stop: AbortSignal): Promise<PagePreview | undefined> {
    // One promise, so that links are fetched in their order.
    const { openGraphOf } = await (this.parser ??= import('./open-graph.js'));
    const make = (body: FetchedBody): PageDescription => described(body, openGraphOf);
    const fetched = await this.fetcher.fetch({ kind: 'page', url, limits: LIMITS, make }, stop);
    if (!('value' in fetched)) return undefined;
    const permitted = await this.permitted(fetched.value, author);
    if (!permitted) return undefined;
    const { title, description, site, image } = permitted;
    const picture = image === null ? undefined : await this.picture(image, author, stop);
    return { url, title, description, site, picture: picture ?? null };
  }

  /** @returns undefined: the deployment does not allow the texts of the page */
  private async permitted(
    page: PageDescription,
    { userId, roomId }: UploadPlace,
  ): Promise<Permitted<PageDescription> | undefined> {
    const place = { action: 'preview', room: { id: roomId }, sender: { id: userId } } as const;
    return this.moderation
      .permit(place, page, { paths: ['title', 'description', 'site'], fixed: [] })
      .catch((error: unknown) => {
        if (error instanceof Refusal) return undefined;
        throw error;
      });
  }

  private async picture(address: string, author: UploadPlace, stop: AbortSignal): Promise<CopiedPicture | undefined> {
    try {
      const kept = await this.pictureFetcher.find(address, stop);
      return typeof kept === 'string' ? undefined : await this.pictures.copy(kept.id, author);
    } catch (error) {
      if (PASSING.some((type) => error instanceof type)) return undefined;
      throw error;
    }
  }
}

/** Faults that take away the picture, and not the preview. */
const PASSING = [FileMissing, StoreUnavailable, UploadRefused, WaitedTooLong];

/** @throws FetchRefused `type` if the page says nothing about itself */
function described(
  { url, contentType, body }: FetchedBody,
  descriptionIn: (html: string) => PageDescription,
): PageDescription {
  const page = descriptionIn(pageText(body, contentType));
  const image = imageOf(page, url);
  if (page.title === '' && page.description === '' && image === null) throw new FetchRefused('type');
  return { ...page, site: page.site || url.hostname.replace(/^www\./, ''), image };
}

/** No longer one than can be fetched. */
function imageOf({ image }: PageDescription, page: URL): string | null {
  if (image === null || !URL.canParse(image, page.href)) return null;
  const { href } = new URL(image, page);
  return href.length <= LONGEST_URL ? href : null;
}

/** How much of a page is searched for the declaration of its charset (HTML Standard, prescan). */
const PRESCAN_BYTES = 1_024;
const OF_HEADER = /;\s*charset\s*=\s*"?([^\s";]+)/i;
const OF_META = /<meta\s[^>]*?charset\s*=\s*["']?\s*([^\s"'/>;]+)/i;

/**
 * The text of a page, by the charset of its header, or of its beginning. Bytes that are none of the charset become
 * U+FFFD.
 * @param contentType with its parameters
 */
export function pageText(body: Buffer, contentType: string): string {
  const declared = OF_HEADER.exec(contentType)?.[1] ?? OF_META.exec(body.toString('latin1', 0, PRESCAN_BYTES))?.[1];
  return decoderOf(declared).decode(body);
}

function decoderOf(label: string | undefined): TextDecoder {
  try {
    return new TextDecoder(label);
  } catch {
    return new TextDecoder();
  }
}
