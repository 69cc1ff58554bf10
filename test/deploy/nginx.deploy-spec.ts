import { standsBeforeNodes } from './before-nodes.js';
import { nginx } from './programs.js';

standsBeforeNodes(nginx);
