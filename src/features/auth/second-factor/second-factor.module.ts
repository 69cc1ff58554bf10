import { Module } from '@nestjs/common';

import { UsersModule } from '../../users/users.module.js';
import { SecondFactorController } from '../http/second-factor.controller.js';
import { LogInsModule } from '../log-ins/log-ins.module.js';
import { TokensModule } from '../tokens/access-check.js';
import { CodeAttempts } from './code-attempts.js';
import { FactorEncryptionService } from './factor-encryption.service.js';
import { LogInStepsService } from './log-in-steps.service.js';
import { ReauthenticationService } from './reauthentication.service.js';
import { SealedFactorsRepository } from './sealed-factors.repository.js';
import { SealedSecrets } from './sealed-secrets.js';
import { SecondFactorStateService } from './second-factor-state.service.js';
import { SecondFactorsRepository } from './second-factors.repository.js';
import { SecondFactorsService } from './second-factors.service.js';

@Module({
  imports: [LogInsModule, TokensModule, UsersModule],
  controllers: [SecondFactorController],
  providers: [
    CodeAttempts,
    FactorEncryptionService,
    LogInStepsService,
    ReauthenticationService,
    SealedFactorsRepository,
    SealedSecrets,
    SecondFactorStateService,
    SecondFactorsRepository,
    SecondFactorsService,
  ],
  exports: [FactorEncryptionService, LogInStepsService, ReauthenticationService, SecondFactorStateService],
})
export class SecondFactorModule {}
