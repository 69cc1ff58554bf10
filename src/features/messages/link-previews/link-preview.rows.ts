import { jsonFromStoredText, storedJsonText } from '../../../platform/database/stored-text.js';
import type { StoredPreview } from './link-preview.view.js';

/** The column of a message. */
export const storedPreviews = (previews: readonly StoredPreview[]): string | null =>
  previews.length === 0 ? null : storedJsonText(previews);

export const previewsOf = (stored: string | null): readonly StoredPreview[] =>
  stored === null ? [] : (jsonFromStoredText(stored) as StoredPreview[]);
