import { Controller, Param } from '@nestjs/common';

import type { ApiKeyView } from '../../../features/api-keys/api-keys.repository.js';
import { ApiKeysService } from '../../../features/api-keys/api-keys.service.js';
import type { CreatedKey } from '../../../features/api-keys/api-keys.service.js';
import { partOf } from '../../../platform/collections/list-part.js';
import { JsonBody } from '../../../platform/http/body.js';
import { QueryOf } from '../../../platform/http/query-values.js';
import type { Nothing } from '../../../platform/http/route-contract.js';
import { Administration, AdministrationRoute, DONE, done } from '../access/administration-route.js';
import { CurrentAdministrator } from '../access/administrator.guard.js';
import type { Administrator } from '../access/administrator.guard.js';
import { nextCursor, PageRequest, sizeOf, textAfter } from '../access/page-request.js';
import { isId, uuidOf } from '../access/path-values.js';
import { NewKeyRequest } from './key-requests.js';

/** A page of API keys, revoked ones too, the oldest first. */
export interface KeyPage {
  readonly keys: readonly ApiKeyView[];
  readonly next_cursor: string | null;
}

/** API keys, for administrators. */
@Controller('api/admin/keys')
@Administration()
export class KeysController {
  constructor(private readonly keys: ApiKeysService) {}

  @AdministrationRoute('GET', '', {
    summary: 'Returns a page of the API keys, the oldest first, without the keys themselves.',
    right: 'keys.manage',
    query: PageRequest,
    answer: { description: 'A page of API keys.', type: 'KeyPage' },
  })
  async list(@QueryOf(PageRequest) request: PageRequest): Promise<KeyPage> {
    const limit = sizeOf(request);
    const found = await this.keys.page({ after: textAfter(request, isId), limit: limit + 1 });
    const { items, after } = partOf(found, { limit }, ({ id }) => id);
    return { keys: items, next_cursor: nextCursor(after) };
  }

  @AdministrationRoute('POST', '', {
    summary:
      'Creates an API key for one user, which is valid until it expires and while its maker is an administrator.',
    right: 'keys.manage',
    body: NewKeyRequest,
    answer: { description: 'The id, and the key, once.', type: 'CreatedKey' },
    refusals: {
      404: { description: 'There is no such user: `not_found`; or `ADMIN_PAGE` is off.', type: 'HttpError' },
      409: { description: 'The user is not active: `conflict`.', type: 'HttpError' },
    },
  })
  create(
    @CurrentAdministrator() { authority }: Administrator,
    @JsonBody(NewKeyRequest) { name, scopes, user, lifetime }: NewKeyRequest,
  ): Promise<CreatedKey> {
    return this.keys.create(authority, { name, scopes, username: user, lifetime });
  }

  @AdministrationRoute('POST', ':key_id/revoke/', {
    summary: 'Revokes an API key with immediate effect.',
    right: 'keys.manage',
    answer: DONE,
  })
  revoke(@CurrentAdministrator() { authority }: Administrator, @Param('key_id') id: string): Promise<Nothing> {
    return done(this.keys.revoke(authority, uuidOf(id)));
  }
}
