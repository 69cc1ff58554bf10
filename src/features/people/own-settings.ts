import { Injectable } from '@nestjs/common';
import type { ServerEvent } from '@parley/protocol';

import type { Work } from '../../platform/database/unit-of-work.js';
import { ConsentSettings } from '../rooms/consent/consent.settings.js';
import type { User } from '../users/user.entity.js';
import { toProfile } from '../users/user.view.js';
import { VerifiedAddressesRepository } from '../users/verified-addresses.repository.js';

/** What the devices of a user receive of the own settings and profile. */
@Injectable()
export class OwnSettings {
  constructor(
    private readonly consent: ConsentSettings,
    private readonly addresses: VerifiedAddressesRepository,
  ) {}

  /** @param manager the transaction that changes them, if one does */
  async of(user: User, manager?: Work['manager']): Promise<ServerEvent<'userupdate.dispatch'>> {
    const { role, email, language } = user;
    const data = {
      user: toProfile(user),
      add_policy: user.addPolicy ?? this.consent.addPolicy,
      ...(role !== 'user' && { role }),
      email,
      email_verified: email !== null && (await this.addresses.recipient(user.id, manager))?.email === email,
      language,
    };
    return { eventType: 'userupdate.dispatch', data };
  }
}
