import { readFileSync, writeFileSync } from 'node:fs';

import { envExample } from './platform/config/env-example.js';
import { settingsParts } from './settings-parts.js';

/** Writes `.env.example` anew, from the root of the project. */
const FILE = '.env.example';
writeFileSync(FILE, envExample(settingsParts, readFileSync(FILE, 'utf8')));
