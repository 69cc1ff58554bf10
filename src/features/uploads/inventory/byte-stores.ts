import { Injectable } from '@nestjs/common';

import { Config } from '../../../platform/config/config.js';
import { WorkFolder } from '../checking/work-folder.js';
import type { Incoming } from '../receiving/incoming.js';
import { openIncoming } from '../receiving/open-incoming.js';
import { openStores } from '../store/open-stores.js';
import type { FileStore } from '../store/file-store.js';
import { StoreSettings } from '../store/store.settings.js';

interface Opened {
  readonly files: FileStore;
  readonly incoming: Incoming;
}

/** The bytes of uploads for commands. They are opened on first use: most commands need none, and create no folder. */
@Injectable()
export class ByteStores {
  private opened: Promise<Opened> | undefined;

  constructor(
    private readonly config: Config,
    private readonly settings: StoreSettings,
  ) {}

  /** @throws CannotStart if the store cannot be used */
  async files(): Promise<FileStore> {
    return (await this.open()).files;
  }

  /** Before they are checked. @throws CannotStart if the store cannot be used */
  async incoming(): Promise<Incoming> {
    return (await this.open()).incoming;
  }

  private open(): Promise<Opened> {
    this.opened ??= openStores(this.config, this.settings).then((stores) => ({
      files: stores.files,
      incoming: openIncoming(this.config, stores, new WorkFolder(this.config)),
    }));
    return this.opened;
  }
}
