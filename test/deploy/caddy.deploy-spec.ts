import { standsBeforeNodes } from './before-nodes.js';
import { caddy } from './programs.js';

standsBeforeNodes(caddy);
