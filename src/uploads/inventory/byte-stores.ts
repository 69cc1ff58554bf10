import { Injectable } from '@nestjs/common';

import { Config } from '../../platform/config/config.js';
import { DiskIncoming } from '../receiving/disk-incoming.js';
import type { Incoming } from '../receiving/incoming.js';
import { openFileStore } from '../store/file-store.module.js';
import type { FileStore } from '../store/file-store.js';
import { UploadsRepository } from '../uploads.repository.js';

/** The bytes of uploads for commands. They are opened on first use: most commands need none, and create no folder. */
@Injectable()
export class ByteStores {
  private opened: Promise<FileStore> | undefined;
  readonly incoming: Incoming;

  constructor(
    private readonly config: Config,
    uploads: UploadsRepository,
  ) {
    this.incoming = new DiskIncoming(config, uploads);
  }

  /** @throws CannotStart if the store cannot be used */
  files(): Promise<FileStore> {
    this.opened ??= openFileStore(this.config);
    return this.opened;
  }
}
