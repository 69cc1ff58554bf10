import { Module } from '@nestjs/common';

import { Config } from '../../platform/config/config.js';
import { UploadSettings } from './upload.settings.js';
import { UserBudgets, UserBudgetsModule } from '../../platform/user-budgets/user-budgets.js';
import { FileCheck } from './checking/file-check.js';
import { UploadFinish } from './completion/upload-finish.js';
import { WorkFolder } from './checking/work-folder.js';
import { UploadClaimsModule } from './claims/upload-claims.module.js';
import { ForeignPicturesRepository } from './foreign-pictures/foreign-pictures.repository.js';
import { ForeignPictures } from './foreign-pictures/foreign-pictures.js';
import { Pictures } from './pictures/pictures.js';
import { Incoming } from './receiving/incoming.js';
import { openIncoming } from './receiving/open-incoming.js';
import { TusEndpoint } from './completion/tus-endpoint.js';
import { UploadLocks } from './receiving/upload-locks.js';
import { UploadLocksRepository } from './receiving/upload-locks.repository.js';
import { ExpiredUploadsRepository } from './removal/expired-uploads.repository.js';
import { UploadRemoval } from './removal/upload-removal.js';
import { openScanner, SCANNER } from './scanning/open-scanner.js';
import { ScanMetrics } from './scanning/scan-metrics.js';
import { ScanQueue } from './scanning/scan-queue.repository.js';
import { ScanRelease } from './scanning/scan-release.js';
import { ScanVerdictsRepository } from './scanning/scan-verdicts.repository.js';
import { ScanVerdicts } from './scanning/scan-verdicts.js';
import { ScanFileJob } from './scanning/scan-file.job.js';
import { WatchedScanner } from './scanning/watched-scanner.js';
import { FileStoreModule, STORES } from './store/open-stores.js';
import { MailQueueModule } from '../mail/mail.module.js';
import { LogoOfMails } from './logo-of-mails.js';
import { LogoAddress } from './logo-address.js';
import { IncomingSweep } from './removal/incoming-sweep.js';
import { UploadMetrics } from './upload-metrics.js';
import { UploadsRepository } from './uploads.repository.js';
import { UploadsService } from './uploads.service.js';
import { ScanSettings } from './scanning/scan.settings.js';

const openPictures = (settings: UploadSettings, budgets: UserBudgets): Pictures =>
  new Pictures({ keepMetadata: settings.keepImageMetadata }, budgets);

/** For a server: uploads, their bytes, and the removal of what nobody uses. */
@Module({
  imports: [FileStoreModule, MailQueueModule, UploadClaimsModule, UserBudgetsModule],
  providers: [
    ExpiredUploadsRepository,
    FileCheck,
    ForeignPictures,
    ForeignPicturesRepository,
    { provide: Incoming, useFactory: openIncoming, inject: [Config, STORES, WorkFolder] },
    IncomingSweep,
    LogoAddress,
    LogoOfMails,
    { provide: Pictures, useFactory: openPictures, inject: [UploadSettings, UserBudgets] },
    ScanMetrics,
    ScanQueue,
    ScanRelease,
    ScanVerdicts,
    ScanVerdictsRepository,
    ScanFileJob,
    { provide: SCANNER, useFactory: openScanner, inject: [ScanSettings] },
    TusEndpoint,
    UploadFinish,
    UploadLocks,
    UploadLocksRepository,
    UploadMetrics,
    UploadRemoval,
    UploadsRepository,
    UploadsService,
    WatchedScanner,
    WorkFolder,
  ],
  exports: [
    FileStoreModule,
    ForeignPictures,
    LogoAddress,
    TusEndpoint,
    UploadFinish,
    UploadMetrics,
    UploadsRepository,
    UploadsService,
  ],
})
export class UploadsModule {}
