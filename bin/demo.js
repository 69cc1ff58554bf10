#!/usr/bin/env node
import { built } from './build.js';

await built();
await import('../dist/src/demo.js');
