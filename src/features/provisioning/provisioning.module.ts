import { Module } from '@nestjs/common';

import { RoomsModule } from '../rooms/rooms.module.js';
import { UploadClaimsModule } from '../uploads/claims/upload-claims.module.js';
import { UsersModule } from '../users/users.module.js';
import { ChangeProductMembers } from './rooms/change-product-members.js';
import { ExternalIdsRepository } from './rooms/external-ids.repository.js';
import { MakeProductRoom } from './rooms/make-product-room.js';
import { ProvisionMembers } from './rooms/provision-members.js';
import { ProvisionRooms } from './rooms/provision-rooms.js';
import { NamedRoomsRepository } from './tokens/named-rooms.repository.js';
import { RoomTokenPolicy } from './tokens/room-token.policy.js';
import { ProvisionUsers } from './users/provision-users.js';

/** What the backend of a product makes by its own ids. */
@Module({
  imports: [RoomsModule, UploadClaimsModule, UsersModule],
  providers: [
    ChangeProductMembers,
    ExternalIdsRepository,
    MakeProductRoom,
    NamedRoomsRepository,
    ProvisionMembers,
    ProvisionRooms,
    ProvisionUsers,
    RoomTokenPolicy,
  ],
  exports: [ProvisionMembers, ProvisionRooms, ProvisionUsers, RoomTokenPolicy],
})
export class ProvisioningModule {}
