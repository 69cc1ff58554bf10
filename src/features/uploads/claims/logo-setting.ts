import { Injectable } from '@nestjs/common';
import type { OnModuleInit } from '@nestjs/common';
import { isUUID } from 'class-validator';

import { SettingRules } from '../../deployment/setting-rules.js';
import type { Work } from '../../../platform/database/unit-of-work.js';
import { AvatarClaims } from './avatar-claims.repository.js';

/** The logo of the deployment is an upload, which is kept while the setting names it. */
@Injectable()
export class LogoSetting implements OnModuleInit {
  constructor(
    private readonly rules: SettingRules,
    private readonly claims: AvatarClaims,
  ) {}

  onModuleInit(): void {
    this.rules.add('logo', ({ manager, value }) => this.fault(manager, String(value)));
    this.rules.whenChanged('logo', async ({ manager, old, value }) => {
      if (value !== null) await this.claims.keep(manager, String(value));
      if (old !== null && isUUID(old)) await this.claims.release(manager, String(old));
    });
  }

  private async fault(manager: Work['manager'], id: string): Promise<string | undefined> {
    const upload = isUUID(id) ? await this.claims.lockLogo(manager, id) : undefined;
    if (!upload) return 'There is no such upload of the kind logo.';
    if (upload.state === 'blocked') return 'The scanner has blocked the file.';
    return upload.state === 'ready' ? undefined : 'The upload is not ready: its bytes are incomplete or being checked.';
  }
}
