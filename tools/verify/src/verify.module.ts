import { Module } from '@nestjs/common';

import { AuthModule } from '../../../src/features/auth/auth.module.js';
import { Deployment } from '../../../src/api/cli/support/deployment.js';
import { UserDeletionModule } from '../../../src/features/people/deletion/delete-user.js';
import { UsersModule } from '../../../src/features/users/users.module.js';
import { VerifyCommand } from './command/verify.command.js';

@Module({ providers: [Deployment.with([UsersModule, UserDeletionModule, AuthModule]), VerifyCommand] })
export class VerifyModule {}
