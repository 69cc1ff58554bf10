#!/usr/bin/env node
import { buildProgramIfMissing } from './build.js';

buildProgramIfMissing();
await import('../dist/program/cli.js');
