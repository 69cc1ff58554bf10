/** Run by the build: writes the table of commands for `dist/program`, from the compiled classes. */
const dist = new URL('../dist/src/', import.meta.url);
/** @param {string} path @returns {Promise<unknown>} */
const compiled = (path) => import(new URL(path, dist).href);

const { CliModule } = /** @type {typeof import('../src/cli.module.js')} */ (await compiled('cli.module.js'));
const { writeCommandTable } = /** @type {typeof import('../src/commands/support/command-table.js')} */ (
  await compiled('commands/support/command-table.js')
);

await writeCommandTable(CliModule, process.argv[2] ?? 'dist/commands.json');
