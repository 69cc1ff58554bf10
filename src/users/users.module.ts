import { Module } from '@nestjs/common';

import { UserFindEvent } from './events/user-find.event.js';
import { Passwords } from './passwords.js';
import { UserDeletion } from './user-deletion.js';
import { UserDeletionRepository } from './user-deletion.repository.js';
import { UsersImport } from './users-import.service.js';
import { UsersRepository } from './users.repository.js';
import { UsersService } from './users.service.js';

@Module({
  providers: [
    Passwords,
    UserDeletion,
    UserDeletionRepository,
    UserFindEvent,
    UsersImport,
    UsersRepository,
    UsersService,
  ],
  exports: [UserDeletion, UsersImport, UsersService],
})
export class UsersModule {}
