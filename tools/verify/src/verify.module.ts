import { Module } from '@nestjs/common';

import { AuthModule } from '../../../src/auth/auth.module.js';
import { Deployment } from '../../../src/commands/support/deployment.js';
import { UserDeletionModule } from '../../../src/people/deletion/user-deletion.module.js';
import { UsersModule } from '../../../src/users/users.module.js';
import { VerifyCommand } from './command/verify.command.js';

@Module({ providers: [Deployment.with([UsersModule, UserDeletionModule, AuthModule]), VerifyCommand] })
export class VerifyModule {}
