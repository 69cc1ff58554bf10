#!/usr/bin/env node
import { builtProgram } from './build.js';

await builtProgram();
await import('../dist/src/cli.js');
