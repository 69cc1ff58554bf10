import { describeProxy } from '../long/deploy/before-nodes.js';
import { nginx } from '../long/deploy/programs.js';

describeProxy(nginx);
