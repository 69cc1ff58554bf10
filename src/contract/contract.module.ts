import { Module } from '@nestjs/common';

import { ContractController } from './contract.controller.js';

/** Serves the contract that `npm run contract` has generated. */
@Module({ controllers: [ContractController] })
export class ContractModule {}
