import { Injectable } from '@nestjs/common';
import { isUUID } from 'class-validator';

import { avatarAddress } from './file-address.js';
import { UploadsRepository } from './uploads.repository.js';

/** For how long an answer is kept: everybody may ask, and no request may cost a query. */
const KEPT_MS = 2_000;

/** The address of the logo, at which everybody reads it while it is in use. */
@Injectable()
export class LogoAddress {
  private known: { readonly id: string; readonly address: Promise<string | null>; readonly until: number } | undefined;

  constructor(private readonly uploads: UploadsRepository) {}

  /** @param id the upload; undefined: there is no logo @returns null if there is none, or none can be read */
  async of(id: string | undefined): Promise<string | null> {
    if (id === undefined || !isUUID(id)) return null;
    const now = performance.now();
    if (this.known?.id !== id || this.known.until < now) {
      this.known = { id, address: this.read(id).catch(() => null), until: now + KEPT_MS };
    }
    return this.known.address;
  }

  private async read(id: string): Promise<string | null> {
    const upload = await this.uploads.find(id);
    const isUsed = upload?.kind === 'logo' && upload.state === 'ready' && upload.expiresAt === null;
    return isUsed ? avatarAddress(upload) : null;
  }
}
