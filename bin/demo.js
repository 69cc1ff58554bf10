#!/usr/bin/env node
import { buildAll } from './build.js';

buildAll();
await import(new URL('../dist/program/demo.js', import.meta.url).href);
