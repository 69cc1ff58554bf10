import { describeProxy } from '../../long/deploy/before-nodes.js';
import { caddy } from '../../long/deploy/programs.js';

describeProxy(caddy);
