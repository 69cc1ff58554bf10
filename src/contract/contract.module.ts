import { Module } from '@nestjs/common';

import { ContractController } from './contract.controller.js';
import { Documents } from './documents.js';

/** Serves the contract that `npm run contract` has made, for programs and for people. */
@Module({ controllers: [ContractController], providers: [Documents] })
export class ContractModule {}
