import type { Feature } from '../../platform/feature/feature.js';
import { FetchedLinkRow, LinkFetchRow } from './link-fetch.entity.js';

export const linkPreviewsFeature: Feature = { entities: [FetchedLinkRow, LinkFetchRow] };
