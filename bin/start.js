#!/usr/bin/env node
import { buildAll } from './build.js';

buildAll();
await import(new URL('../dist/program/main.js', import.meta.url).href);
