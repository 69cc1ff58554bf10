import { Injectable } from '@nestjs/common';

import type { HealthDetail } from './health-detail.js';

/** The state of what one feature needs. The process serves without it. */
export interface HealthPart {
  readonly status: Exclude<HealthDetail['status'], 'down'>;
  /** One sentence for operators, without addresses: the report may be public. */
  readonly message: string;
}

/** The parts of the health that features add, while the modules are initialised. */
@Injectable()
export class HealthParts {
  private readonly parts = new Map<string, () => HealthPart>();

  get all(): readonly (readonly [name: string, check: () => HealthPart])[] {
    return [...this.parts];
  }

  /** @param check returns what is known, and does not wait */
  add(name: string, check: () => HealthPart): void {
    this.parts.set(name, check);
  }
}
