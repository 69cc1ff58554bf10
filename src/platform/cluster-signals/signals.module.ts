import { Global, Module } from '@nestjs/common';

import { SignalReader } from './signal-reader.js';
import { Signals } from './signals.js';

/** For a command, which only sends signals. */
@Global()
@Module({ providers: [Signals], exports: [Signals] })
export class SignalsModule {}

/** For a server, which also receives signals. */
@Module({ imports: [SignalsModule], providers: [SignalReader] })
export class SignalReaderModule {}
