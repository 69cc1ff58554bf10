import { Module } from '@nestjs/common';

import { ImportTargetRepository } from './import-target.repository.js';

@Module({ providers: [ImportTargetRepository], exports: [ImportTargetRepository] })
export class ImportingModule {}
