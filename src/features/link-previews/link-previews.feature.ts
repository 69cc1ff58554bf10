import type { Feature } from '../../platform/feature/feature.js';
import { FetchedLinkRow, LinkFetchRow } from './link-fetch.entity.js';

export const linkPreviewsFeature: Feature = {
  entities: [FetchedLinkRow, LinkFetchRow],
  personalData: {
    notExported: { 'link_fetches.*': 'is the queue of messages that are exported' },
    notRemoved: { 'link_fetches.user_id': 'leaves the queue when the links of the message are fetched' },
  },
  module: async () => (await import('./link-previews.module.js')).LinkPreviewsModule,
};
