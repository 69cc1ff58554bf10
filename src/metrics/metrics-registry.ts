import { Injectable } from '@nestjs/common';
import { Registry } from 'prom-client';

/**
 * What `/metrics` tells. Each feature makes its own metrics beside what they measure, and names this in their
 * `registers`; the names begin with `parley_`. Labels have few values: no user, room or text of a client is ever one.
 */
@Injectable()
export class MetricsRegistry extends Registry {}
