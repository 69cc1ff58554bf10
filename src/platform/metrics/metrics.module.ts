import { Global, Injectable, Module } from '@nestjs/common';
import { Registry } from 'prom-client';

/**
 * The metrics of `/metrics`. Each feature defines its own metrics and registers them here; their names begin with
 * `parley_`. Labels have few values: never a user, a room or a text of a client.
 */
@Injectable()
export class MetricsRegistry extends Registry {}

@Global()
@Module({ providers: [MetricsRegistry], exports: [MetricsRegistry] })
export class MetricsModule {}
