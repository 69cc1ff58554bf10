import { Injectable } from '@nestjs/common';

import type { Work } from '../../../platform/database/unit-of-work.js';
import type { FileState } from '../upload.entity.js';

/** A file that a message shows, and its new state. */
export interface ShownFile {
  readonly uploadId: string;
  readonly roomId: string;
  readonly messageId: string;
  readonly state: FileState;
}

/** A feature that shows files, and is notified when they can be read. */
export interface FileViewer {
  /** Locks a room: no message takes a file there, or gives one back, until the transaction ends. */
  lock(manager: Work['manager'], roomId: string): Promise<void>;

  /** Changes the copy of the state that a message of a locked room has, and notifies the members after the commit. */
  stateChanged(work: Work, file: ShownFile): Promise<void>;
}

/**
 * The viewer of the files of messages. Messages know uploads, not the other way round, so they register it at the
 * start.
 */
@Injectable()
export class ShownFiles {
  private registered: FileViewer | undefined;

  get viewer(): FileViewer {
    if (!this.registered) throw new Error('nothing shows files');
    return this.registered;
  }

  register(viewer: FileViewer): void {
    this.registered = viewer;
  }
}
