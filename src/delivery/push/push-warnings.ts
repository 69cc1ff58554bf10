import { Injectable } from '@nestjs/common';
import type { OnModuleInit } from '@nestjs/common';

import { Warnings } from '../../platform/health/warnings.js';
import { PushesRepository } from './pushes.repository.js';

/** Warns administrators if push services accept few pushes. */
@Injectable()
export class PushWarnings implements OnModuleInit {
  constructor(
    private readonly pushes: PushesRepository,
    private readonly warnings: Warnings,
  ) {}

  onModuleInit(): void {
    this.warnings.add('pushes', async () => {
      const { failed, sent } = await this.pushes.outcomes();
      return failed > sent ? [{ code: 'pushes_failing', failed, sent }] : [];
    });
  }
}
