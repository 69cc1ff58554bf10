import { Global, Module } from '@nestjs/common';

import { SignalReader } from './signal-reader.js';
import { Signals } from './signals.js';

/** For a command, which announces and does not stay to listen. */
@Global()
@Module({ providers: [Signals], exports: [Signals] })
export class SignalsModule {}

/** For a server. */
@Module({ imports: [SignalsModule], providers: [SignalReader] })
export class SignalReaderModule {}
