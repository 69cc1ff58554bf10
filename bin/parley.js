#!/usr/bin/env node
import { buildProgramIfMissing } from './build.js';

buildProgramIfMissing();
await import(new URL('../dist/program/cli.js', import.meta.url).href);
