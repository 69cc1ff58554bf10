import { standsBeforeNodes } from './before-nodes.js';
import { haproxy } from './programs.js';

standsBeforeNodes(haproxy);
