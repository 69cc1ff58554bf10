import type { ServerResponse } from 'node:http';

import { Controller, HttpStatus, Param, Res, UseGuards } from '@nestjs/common';
import { Refusal } from '@parley/protocol';
import { Choice, Optional } from '@parley/realtime/requests';

import { UserErasureService } from '../../../features/personal-data/user-erasure.service.js';
import type { ErasureReceipt } from '../../../features/personal-data/user-erasure.service.js';
import { DeleteUser } from '../../../features/people/deletion/delete-user.js';
import { externalIdOf } from '../../../features/provisioning/external-id.js';
import { toProductUser } from '../../../features/provisioning/users/product-user.js';
import type { ProductUser, UserState } from '../../../features/provisioning/users/product-user.js';
import { ProvisionUsers } from '../../../features/provisioning/users/provision-users.js';
import { UsersService } from '../../../features/users/users.service.js';
import type { BodyRefusal } from '../../../platform/http/api-error.js';
import { JsonBody } from '../../../platform/http/body.js';
import { answerOf } from '../../../platform/http/errors.filter.js';
import { QueryOf } from '../../../platform/http/query-values.js';
import type { Nothing } from '../../../platform/http/route-contract.js';
import { BackendGuard, BackendRoute, CurrentBackend } from './backend-route.js';
import type { Backend } from './backend-route.js';
import { ProductUserRequest, ProductUsersRequest, stateOf, stateOfEntry } from './product-user-requests.js';

/** What became of one user of a batch: the status and the answer that a request for this user alone would get. */
export type ProductUserOutcome =
  | { readonly status: number; readonly user: ProductUser }
  | { readonly status: number; readonly error: BodyRefusal };

/** In the order of the request. */
export interface ProductUserOutcomes {
  readonly users: readonly ProductUserOutcome[];
}

/** The answer of an erasure. */
export interface ErasedProductUser {
  readonly receipt: ErasureReceipt;
}

const MODES = ['deactivate', 'delete', 'erase'] as const;

class RemovalQuery {
  @Optional({ nullable: false })
  @Choice(MODES)
  mode?: (typeof MODES)[number];
}

/** The users of a product, by its own ids. */
@Controller('api/users/external')
@UseGuards(BackendGuard)
export class ProductUsersController {
  constructor(
    private readonly provision: ProvisionUsers,
    private readonly users: UsersService,
    private readonly deletion: DeleteUser,
    private readonly erasure: UserErasureService,
  ) {}

  @BackendRoute('PUT', ':external_id/', {
    summary: 'Makes the user with this id of the product, or changes the fields that are named.',
    scope: 'users:manage',
    body: ProductUserRequest,
    answers: {
      200: { description: 'The user, who was there.', type: 'ProductUser' },
      201: { description: 'The new user.', type: 'ProductUser' },
    },
  })
  async put(
    @CurrentBackend() { authority }: Backend,
    @Param('external_id') externalId: string,
    @JsonBody(ProductUserRequest) request: ProductUserRequest,
    @Res({ passthrough: true }) response: ServerResponse,
  ): Promise<ProductUser> {
    const { user, isNew } = await this.provision.put(authority, stateOf(externalIdOf(externalId), request));
    if (isNew) response.statusCode = HttpStatus.CREATED;
    return toProductUser(user);
  }

  @BackendRoute('POST', '', {
    summary: 'Makes or changes users, at most 100, each by itself. Of one id twice the later entry holds.',
    scope: 'users:manage',
    body: ProductUsersRequest,
    answers: { 200: { description: 'What became of each.', type: 'ProductUserOutcomes' } },
  })
  async putAll(
    @CurrentBackend() { authority }: Backend,
    @JsonBody(ProductUsersRequest) { users }: ProductUsersRequest,
  ): Promise<ProductUserOutcomes> {
    const states = users.map(stateOrRefusal);
    const valid = states.filter((state): state is UserState => !(state instanceof Refusal));
    const outcomes = (await this.provision.putAll(authority, valid)).values();
    return {
      users: states.map((state) => {
        const outcome = state instanceof Refusal ? state : outcomes.next().value;
        if (!outcome || outcome instanceof Refusal) return refused(outcome);
        return { status: outcome.isNew ? HttpStatus.CREATED : HttpStatus.OK, user: toProductUser(outcome.user) };
      }),
    };
  }

  @BackendRoute('DELETE', ':external_id/', {
    summary:
      'Deactivates the user, by default; with `mode=delete` deletes the user, with `mode=erase` all messages of the user too.',
    scope: 'users:manage',
    query: RemovalQuery,
    answers: {
      200: { description: 'It is done.', type: 'Nothing' },
      202: { description: 'The receipt of an erasure, which is not stored.', type: 'ErasedProductUser' },
    },
  })
  async remove(
    @CurrentBackend() { authority }: Backend,
    @Param('external_id') externalId: string,
    @QueryOf(RemovalQuery) { mode = 'deactivate' }: RemovalQuery,
    @Res({ passthrough: true }) response: ServerResponse,
  ): Promise<ErasedProductUser | Nothing> {
    const { username, isActive } = await this.provision.find(externalIdOf(externalId));
    if (mode === 'erase') {
      const receipt = await this.erasure.erase(authority, username);
      response.statusCode = HttpStatus.ACCEPTED;
      return { receipt };
    }
    if (mode === 'delete') await this.deletion.delete(authority, username);
    else if (isActive) await this.users.deactivate(authority, username);
    return {};
  }
}

function stateOrRefusal(entry: Readonly<Record<string, unknown>>): UserState | Refusal {
  try {
    return stateOfEntry(entry);
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
}

function refused(refusal: Refusal | undefined): ProductUserOutcome {
  if (!refusal) throw new Error('an entry of a batch has no outcome');
  const { status, body: error } = answerOf(refusal);
  return { status, error };
}
