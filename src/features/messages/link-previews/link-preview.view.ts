import type { LinkPreview } from '@parley/protocol';

import { jsonFromStoredText, storedJsonText } from '../../../platform/database/stored-text.js';
import { fileAddress } from '../../uploads/file-address.js';

/** The picture of a page: an upload of the service. */
export interface PreviewPicture {
  readonly id: string;
  readonly secret: string;
  /** Pixels. */
  readonly width: number;
  readonly height: number;
}

/** The page to which a link of a message leads. */
export interface PagePreview extends Pick<LinkPreview, 'url' | 'title' | 'description' | 'site'> {
  readonly picture: PreviewPicture | null;
}

/** The author has removed the preview: an edit does not bring it back. */
export interface RemovedPreview {
  readonly url: string;
  readonly removed: true;
}

/** A preview as the row of its message has it. */
export type StoredPreview = PagePreview | RemovedPreview;

export const isShown = (preview: StoredPreview): preview is PagePreview => !('removed' in preview);

/** Previews for the receivers of a message. The addresses of pictures are signed anew each time. */
export const toLinkPreviews = (previews: readonly StoredPreview[]): LinkPreview[] =>
  previews.filter(isShown).map(({ url, title, description, site, picture }) => ({
    url,
    title,
    description,
    site,
    image_upload_id: picture?.id ?? null,
    image_url: picture && fileAddress(picture),
    image_width: picture?.width ?? null,
    image_height: picture?.height ?? null,
  }));

export const picturesOf = (previews: readonly StoredPreview[]): string[] =>
  previews.flatMap((preview) => (isShown(preview) && preview.picture ? preview.picture.id : []));

/** The column of a message. */
export const storedPreviews = (previews: readonly StoredPreview[]): string | null =>
  previews.length === 0 ? null : storedJsonText(previews);

export const previewsOf = (stored: string | null): readonly StoredPreview[] =>
  stored === null ? [] : (jsonFromStoredText(stored) as StoredPreview[]);
