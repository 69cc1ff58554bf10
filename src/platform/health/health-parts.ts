import { Injectable } from '@nestjs/common';

/** The state of one dependency of the process. */
export interface HealthDetail {
  /** `degraded` still serves. */
  readonly status: 'up' | 'degraded' | 'down';
  /** The problem, or the free space. */
  readonly message?: string;
  /** The duration of the response. */
  readonly seconds?: number;
  /** Of `redis`: packets that were dropped since the start, because no node of the deployment has sent them. */
  readonly dropped_packets?: number;
}

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
