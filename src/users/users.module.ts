import { Module } from '@nestjs/common';

import { NewUserRules } from './new-user-rules.js';
import { OwnPasswordService } from './own-password.service.js';
import { Passwords } from './passwords.js';
import { UserDeletionRepository } from './user-deletion.repository.js';
import { UserDeletionService } from './user-deletion.service.js';
import { UsersImportService } from './users-import.service.js';
import { UsersRepository } from './users.repository.js';
import { UsersService } from './users.service.js';

@Module({
  providers: [
    NewUserRules,
    OwnPasswordService,
    Passwords,
    UserDeletionService,
    UserDeletionRepository,
    UsersImportService,
    UsersRepository,
    UsersService,
  ],
  exports: [OwnPasswordService, UserDeletionService, UsersImportService, UsersRepository, UsersService],
})
export class UsersModule {}
