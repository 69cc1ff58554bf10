import { Injectable } from '@nestjs/common';
import { invalid } from '@parley/protocol';
import type { Actor } from '@parley/realtime/requests';
import type { Branded } from '../../platform/types/branded.js';

/** Permission of a user to block another one, or to end that, which only the policy creates. */
export interface BlockGrant extends Branded<'user.block'> {
  readonly userId: number;
  readonly otherId: number;
}

/** Permission to read whom the user blocks. */
export interface OwnBlocksGrant extends Branded<'user.blocks'> {
  readonly userId: number;
}

/** Every user may block every other one. Only the user may see whom. */
@Injectable()
export class BlockPolicy {
  /** @throws Refusal 4003 for the user */
  mayBlock({ user }: Actor, otherId: number): BlockGrant {
    if (otherId === user.id) throw invalid({ user_id: ['Must be another user.'] });
    return { userId: user.id, otherId } as BlockGrant;
  }

  mayList({ user }: Actor): OwnBlocksGrant {
    return { userId: user.id } as OwnBlocksGrant;
  }
}
