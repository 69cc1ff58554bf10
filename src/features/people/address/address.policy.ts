import { Injectable } from '@nestjs/common';
import { notPermitted } from '@parley/protocol';
import type { Actor } from '@parley/realtime/requests';

import type { Work } from '../../../platform/database/unit-of-work.js';
import type { Branded } from '../../../platform/types/branded.js';
import { LogInProofs } from '../../auth/log-ins/log-in-proofs.js';
import type { User } from '../../users/user.entity.js';

/** Permission to change the own address to this one, which only the policy makes. */
export interface AddressGrant extends Branded<'people.change_address'> {
  /** Null: the user wants to have none. */
  readonly email: string | null;
}

/**
 * Whoever reads the mail of a user can set a lost password, so the address is worth as much as the password. Nobody
 * without a password can set one by mail.
 */
@Injectable()
export class AddressPolicy {
  constructor(private readonly proofs: LogInProofs) {}

  /**
   * @param user locked by the transaction
   * @throws Refusal 4002 for an API key, and `reauthentication_required`
   */
  async mayChange(
    manager: Work['manager'],
    actor: Actor,
    { email: present, passwordHash }: Pick<User, 'email' | 'passwordHash'>,
    email: string | null,
  ): Promise<AddressGrant> {
    if (email !== present) {
      if (actor.apiKey) throw notPermitted('An API key may not change the e-mail address of its user.');
      if (passwordHash !== null) await this.proofs.requireFresh(manager, actor);
    }
    return { email } as AddressGrant;
  }
}
