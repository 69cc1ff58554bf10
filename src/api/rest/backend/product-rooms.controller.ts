import type { ServerResponse } from 'node:http';

import { Controller, HttpStatus, Param, Res, UseGuards } from '@nestjs/common';

import { externalIdOf } from '../../../features/provisioning/external-id.js';
import type { ProductRoom, RoomsBackend } from '../../../features/provisioning/rooms/product-room.js';
import { ProvisionMembers } from '../../../features/provisioning/rooms/provision-members.js';
import type { ChangedMembership } from '../../../features/provisioning/rooms/provision-members.js';
import { ProvisionRooms } from '../../../features/provisioning/rooms/provision-rooms.js';
import { JsonBody } from '../../../platform/http/body.js';
import { BackendGuard, BackendRoute, CurrentBackend } from './backend-route.js';
import type { Backend } from './backend-route.js';
import { namedMembersOf, ProductMembersRequest, ProductRoomRequest, roomStateOf } from './product-room-requests.js';

/** The rooms of a product, by its own ids. */
@Controller('api/rooms/external/:external_id')
@UseGuards(BackendGuard)
export class ProductRoomsController {
  constructor(
    private readonly rooms: ProvisionRooms,
    private readonly members: ProvisionMembers,
  ) {}

  @BackendRoute('PUT', '', {
    summary: 'Makes the room with this id of the product, or brings it to the state that is named.',
    scope: 'rooms:manage',
    body: ProductRoomRequest,
    answers: {
      200: { description: 'The room, which was there.', type: 'ProductRoom' },
      201: { description: 'The new room.', type: 'ProductRoom' },
    },
  })
  async put(
    @CurrentBackend() backend: Backend,
    @Param('external_id') externalId: string,
    @JsonBody(ProductRoomRequest) request: ProductRoomRequest,
    @Res({ passthrough: true }) response: ServerResponse,
  ): Promise<ProductRoom> {
    const { room, isNew } = await this.rooms.put(ofRooms(backend), roomStateOf(externalIdOf(externalId), request));
    if (isNew) response.statusCode = HttpStatus.CREATED;
    return room;
  }

  @BackendRoute('POST', 'members/', {
    summary: 'Adds members to a room, removes others and gives roles, in one change: all or nothing.',
    scope: 'rooms:manage',
    body: ProductMembersRequest,
    answers: { 200: { description: 'What has changed.', type: 'ChangedMembership' } },
  })
  changeMembers(
    @CurrentBackend() backend: Backend,
    @Param('external_id') externalId: string,
    @JsonBody(ProductMembersRequest) request: ProductMembersRequest,
  ): Promise<ChangedMembership> {
    return this.members.apply(ofRooms(backend), externalIdOf(externalId), namedMembersOf(request));
  }
}

const ofRooms = ({ authority, key }: Backend): RoomsBackend => ({ authority, userId: key.userId });
