#!/usr/bin/env node
import './node-version.js';

const [command, ...others] = process.argv.slice(2);
// In a checkout the service builds what is not current, and a command does not.
const starts = command === 'start' && others.length === 0;

void import('./run.js').then(({ run }) => run(starts ? 'main.js' : 'cli.js'));
