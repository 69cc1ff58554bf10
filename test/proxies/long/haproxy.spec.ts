import { describeProxy } from '../../long/deploy/before-nodes.js';
import { haproxy } from '../../long/deploy/programs.js';

describeProxy(haproxy);
