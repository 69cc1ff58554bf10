import { Module } from '@nestjs/common';

import { StoredSettingsModule } from '../../deployment/deployment.module.js';
import { ShownFiles } from '../scanning/shown-files.js';
import { AvatarClaims } from './avatar-claims.repository.js';
import { Avatars } from './avatars.js';
import { LogoSetting } from './logo-setting.js';
import { UploadClaims } from './upload-claims.repository.js';

/** Claims of messages, users and rooms on uploads. Commands delete messages, and so release uploads. */
@Module({
  imports: [StoredSettingsModule],
  providers: [AvatarClaims, Avatars, LogoSetting, ShownFiles, UploadClaims],
  exports: [Avatars, ShownFiles, UploadClaims],
})
export class UploadClaimsModule {}
