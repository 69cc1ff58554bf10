#!/usr/bin/env node
import { buildAll } from './build.js';

buildAll();
await import('../dist/program/main.js');
