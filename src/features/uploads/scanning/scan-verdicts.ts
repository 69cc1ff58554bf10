import { Injectable } from '@nestjs/common';

import { UnitOfWork } from '../../../platform/database/unit-of-work.js';
import { ScanVerdictsRepository } from './scan-verdicts.repository.js';
import type { Verdict } from './scanner.js';
import { ShownFiles } from './shown-files.js';

/** Makes files readable, or blocks them. */
@Injectable()
export class ScanVerdicts {
  constructor(
    private readonly work: UnitOfWork,
    private readonly files: ScanVerdictsRepository,
    private readonly shown: ShownFiles,
  ) {}

  /**
   * Records a verdict: the row of the file and the message that shows it change together, and the members of its room
   * are notified. The room is locked first, as by every message that takes or gives back a file, so that the message
   * which shows it is certain. A repeated verdict has no effect.
   * @returns whether the file was waiting for it
   */
  async record(id: string, verdict: Verdict): Promise<boolean> {
    return this.work.transaction(async (work) => {
      const roomId = await this.files.roomOf(work.manager, id);
      if (roomId === undefined) return false;
      const { viewer } = this.shown;
      if (roomId !== null) await viewer.lock(work.manager, roomId);
      const messageId = await this.files.decide(work.manager, id, verdict);
      if (messageId === undefined) return false;
      if (roomId !== null && messageId !== null) {
        const state = verdict.isClean ? 'ready' : 'blocked';
        await viewer.stateChanged(work, { uploadId: id, roomId, messageId, state });
      }
      return true;
    });
  }
}
