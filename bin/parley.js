#!/usr/bin/env node
import './node-version.js';

void import('./run.js').then(({ run }) => run('cli.js'));
