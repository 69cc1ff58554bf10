import { Module, RequestMethod } from '@nestjs/common';
import type { MiddlewareConsumer, NestModule } from '@nestjs/common';

import { pagePolicy } from '../http/index.js';
import { ContractController } from './contract.controller.js';
import { Documents } from './documents.js';
import { styleText } from './page/style.js';

/** Serves the contract that `npm run contract` has made, for programs and for people. */
@Module({ controllers: [ContractController], providers: [Documents] })
export class ContractModule implements NestModule {
  configure(consumer: MiddlewareConsumer): void {
    consumer.apply(pagePolicy({ styles: [styleText] })).forRoutes({ path: 'docs', method: RequestMethod.GET });
  }
}
