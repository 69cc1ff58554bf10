/**
 * Required before a program: at its end it writes the processor time that it has used, in microseconds, to descriptor
 * 3. Threads of the program require it too, and are part of the process.
 */
const { writeSync } = process.getBuiltinModule('node:fs');
const { isMainThread } = process.getBuiltinModule('node:worker_threads');

if (isMainThread) {
  process.on('exit', () => {
    const { user, system } = process.cpuUsage();
    writeSync(3, String(user + system));
  });
}
