import { Module } from '@nestjs/common';

import { Config } from '../platform/config/config.js';
import { FileCheck } from './checking/file-check.js';
import { UploadFinish } from './completion/upload-finish.js';
import { WorkFolder } from './checking/work-folder.js';
import { AvatarClaims } from './claims/avatar-claims.repository.js';
import { Avatars } from './claims/avatars.js';
import { UploadClaims } from './claims/upload-claims.repository.js';
import { Pictures, PictureSettings } from './pictures/pictures.js';
import { Incoming } from './receiving/incoming.js';
import { openIncoming } from './receiving/open-incoming.js';
import { TusEndpoint } from './completion/tus-endpoint.js';
import { UploadLocks } from './receiving/upload-locks.js';
import { ExpiredUploadsRepository } from './removal/expired-uploads.repository.js';
import { UploadRemoval } from './removal/upload-removal.js';
import { FileStoreModule, STORES } from './store/file-store.module.js';
import { UploadMetrics } from './upload-metrics.js';
import { UploadsRepository } from './uploads.repository.js';
import { UploadsService } from './uploads.service.js';

function pictureSettings({ uploads }: Config): PictureSettings {
  return new (class extends PictureSettings {
    readonly keepMetadata = uploads.keepImageMetadata;
  })();
}

/** What messages, users and rooms show of uploads. Commands delete messages, and so give back uploads. */
@Module({ providers: [AvatarClaims, Avatars, UploadClaims], exports: [Avatars, UploadClaims] })
export class UploadClaimsModule {}

/** For a server: uploads, their bytes, and the removal of what nobody uses. */
@Module({
  imports: [FileStoreModule],
  providers: [
    ExpiredUploadsRepository,
    FileCheck,
    { provide: Incoming, useFactory: openIncoming, inject: [Config, STORES, WorkFolder] },
    { provide: PictureSettings, useFactory: pictureSettings, inject: [Config] },
    Pictures,
    TusEndpoint,
    UploadFinish,
    UploadLocks,
    UploadMetrics,
    UploadRemoval,
    UploadsRepository,
    UploadsService,
    WorkFolder,
  ],
  exports: [FileStoreModule, TusEndpoint, UploadFinish, UploadMetrics, UploadsRepository, UploadsService],
})
export class UploadsModule {}
