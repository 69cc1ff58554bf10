import { Module } from '@nestjs/common';

import { AuthModule } from '../auth/auth.module.js';
import { UserGuard } from '../auth/http/user.guard.js';
import { FileUserGuard } from '../files/file-user.guard.js';
import { MessagesModule } from '../messages/messages.module.js';
import { ModerationModule } from '../moderation/moderation.service.js';
import { UserBudgetsModule } from '../../platform/user-budgets/user-budgets.js';
import { UploadsModule } from '../uploads/uploads.module.js';
import { KeyAccessModule } from '../api-keys/key-access.module.js';
import { FetchedLinksRepository } from './fetched-links.repository.js';
import { ImagesController } from './images.controller.js';
import { LinkFetchMetrics } from './link-fetch-metrics.js';
import { FetchLinksJob } from './fetch-links.job.js';
import { LinkFetcher } from './link-fetcher.js';
import { LinkFetchesRepository } from './link-fetches.repository.js';
import { PagePreviews } from './page-previews.js';
import { PictureFetcher } from './picture-fetcher.js';

/** Previews of links, and pictures of other hosts. */
@Module({
  imports: [AuthModule, KeyAccessModule, MessagesModule, ModerationModule, UploadsModule, UserBudgetsModule],
  controllers: [ImagesController],
  providers: [
    FetchLinksJob,
    FetchedLinksRepository,
    FileUserGuard,
    LinkFetchMetrics,
    LinkFetcher,
    LinkFetchesRepository,
    PagePreviews,
    PictureFetcher,
    UserGuard,
  ],
  exports: [FetchedLinksRepository, LinkFetchesRepository],
})
export class LinkPreviewsModule {}
