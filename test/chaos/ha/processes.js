import { readFileSync, readdirSync } from 'node:fs';

import { commandOf } from '../leftovers.js';

/** @param {number} parent @returns {{ pid: number, command: string }[]} its running children */
export function childrenOf(parent) {
  return readdirSync('/proc')
    .map(Number)
    .filter(Number.isInteger)
    .flatMap((pid) => {
      try {
        // The name of the program, in parentheses, may contain blanks.
        const [, owner] = (
          readFileSync(`/proc/${String(pid)}/stat`, 'utf8')
            .split(') ')
            .at(-1) ?? ''
        ).split(' ');
        if (Number(owner) !== parent) return [];
        return [{ pid, command: commandOf(pid) }];
      } catch {
        // It has ended.
        return [];
      }
    });
}

/** @param {number} pid @param {NodeJS.Signals} signal */
export function signalTo(pid, signal) {
  try {
    process.kill(pid, signal);
  } catch {
    // It has ended.
  }
}
