import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

import { Controller, Param, Res } from '@nestjs/common';

import { UserErasureService } from '../../../features/personal-data/user-erasure.service.js';
import type { ErasureReceipt } from '../../../features/personal-data/user-erasure.service.js';
import { UserExportService } from '../../../features/personal-data/user-export.service.js';
import type { UserHoldings } from '../../../features/personal-data/user-holdings.repository.js';
import { UserHoldingsService } from '../../../features/personal-data/user-holdings.service.js';
import type { Nothing } from '../../../platform/http/route-contract.js';
import { DeleteUser } from '../../../features/people/deletion/delete-user.js';
import { Administration, AdministrationRoute, DONE, done } from '../access/administration-route.js';
import { CurrentAdministrator } from '../access/administrator.guard.js';
import type { Administrator } from '../access/administrator.guard.js';

const HELD = {
  403: {
    description:
      'The role of the user does not permit this, or a room of the user is held: `permission_denied`; or `reauthentication_required`.',
    type: 'HttpError',
  },
};

/** The data of a person, for administrators: its amount, its export, and its end. */
@Controller('api/admin/users/:username')
@Administration()
export class PersonalDataController {
  constructor(
    private readonly holdings: UserHoldingsService,
    private readonly exports: UserExportService,
    private readonly deletion: DeleteUser,
    private readonly erasure: UserErasureService,
  ) {}

  @AdministrationRoute('GET', 'holdings/', {
    summary: 'Returns what a deletion or an erasure of a user would remove.',
    right: 'users.read',
    answer: { description: 'The numbers of items.', type: 'UserHoldings' },
    refusals: HELD,
  })
  count(@Param('username') username: string): Promise<UserHoldings> {
    return this.holdings.ofAnyUser(username);
  }

  @AdministrationRoute('GET', 'export/', {
    summary: 'Returns all data of a user as one JSON document.',
    right: 'users.read',
    answer: { description: 'The document.', contentType: 'application/json' },
  })
  async export(
    @CurrentAdministrator() { authority }: Administrator,
    @Param('username') username: string,
    @Res() response: ServerResponse,
  ): Promise<void> {
    const pieces = await this.exports.ofUser(authority, username);
    response.setHeader('Content-Type', 'application/json; charset=utf-8');
    response.setHeader('Content-Disposition', 'attachment; filename="user.json"');
    response.setHeader('Cache-Control', 'no-store');
    await pipeline(Readable.from(pieces), response);
  }

  @AdministrationRoute('DELETE', '', {
    summary: 'Deletes a user. Messages in rooms that continue stay, under a placeholder.',
    right: 'users.read',
    answer: DONE,
    refusals: HELD,
  })
  delete(@CurrentAdministrator() { authority }: Administrator, @Param('username') username: string): Promise<Nothing> {
    return done(this.deletion.delete(authority, username));
  }

  @AdministrationRoute('POST', 'erase/', {
    summary: 'Deletes a user with all messages of the user. It can be requested again after an interruption.',
    right: 'users.read',
    answer: { description: 'The receipt, which is not stored.', type: 'ErasureReceipt' },
    refusals: HELD,
  })
  erase(
    @CurrentAdministrator() { authority }: Administrator,
    @Param('username') username: string,
  ): Promise<ErasureReceipt> {
    return this.erasure.erase(authority, username);
  }
}
