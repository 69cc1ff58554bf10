/**
 * The parts of the build.
 *
 * @typedef {object} Part
 * @property {string} command for a shell in the root of the project, which finds the programs of `node_modules`. It
 *   writes to the folder `$OUT`, which replaces `output` when the command has succeeded. A command without `$OUT`
 *   writes in place.
 * @property {readonly string[]} sources files and folders on which the output depends, besides `COMMON`
 * @property {readonly string[]} [except] folders below `sources` on which it does not depend
 * @property {readonly string[]} output folders
 */

/** Files on which every part depends. */
export const COMMON = ['package-lock.json', 'tsconfig.json'];

const LIBS = ['libs/client', 'libs/protocol', 'libs/react', 'libs/realtime'];
/** Packages for programs that are no part of the service. */
const OTHERS = ['libs/server'];
/** The sources of the program. */
const PROGRAM = ['src', 'tools', ...LIBS];

/** @satisfies {Readonly<Record<string, Part>>} */
export const PARTS = {
  /** The service, the commands and the tools. */
  program: {
    command: [
      'rolldown -c --dir "$OUT"',
      'node "$OUT/write-command-table.js" "$OUT/commands.json"',
      'node bin/program/keep-code.js "$OUT"',
    ].join(' && '),
    sources: [...PROGRAM, 'rolldown.config.js', 'bin/program', 'bin/bundled-packages.js'],
    output: ['dist/program'],
  },
  /** The web client. */
  web: {
    command: vite('web/vite.config.ts'),
    sources: ['web', ...LIBS, 'bin/compress-assets.js', 'bin/bundled-packages.js'],
    except: ['web/admin', 'web/welcome'],
    output: ['dist/web'],
  },
  /** The administration page. */
  admin: {
    command: vite('web/admin/vite.config.ts'),
    sources: ['web', ...LIBS, 'bin/compress-assets.js', 'bin/bundled-packages.js'],
    except: ['web/welcome'],
    output: ['dist/admin'],
  },
  /** The page for people who come in. */
  welcome: {
    command: vite('web/welcome/vite.config.ts'),
    sources: ['web', ...LIBS, 'bin/compress-assets.js', 'bin/bundled-packages.js'],
    except: ['web/admin/src'],
    output: ['dist/welcome'],
  },
  /**
   * Each module of `src`, `tools` and `contract` by itself, for programs of the tests, generators, and the TypeORM
   * command line.
   */
  modules: {
    command: 'rolldown -c bin/rolldown.modules.config.js --dir "$OUT"',
    sources: [...PROGRAM, 'contract', 'ormconfig.ts', 'rolldown.config.js', 'bin/rolldown.modules.config.js'],
    output: ['dist/modules'],
  },
  /** The packages of `libs`, with the types of the protocol inside the client library. */
  packages: {
    command: 'tsc -b libs/client libs/realtime libs/server && node bin/carry-types.js && tsc -b libs/react',
    sources: [...LIBS, ...OTHERS, 'bin/carry-types.js'],
    output: [...LIBS, ...OTHERS].map((folder) => `${folder}/dist`),
  },
  /** The documentation, with packages of its own. Few readers load it, so that a fast compression is enough. */
  docs: {
    command: [
      'node bin/own-packages.js docs',
      'tsc -p docs/.vitepress',
      'node docs/node_modules/vitepress/bin/vitepress.js build docs --outDir "$OUT"',
      'node bin/compress-assets.js "$OUT" 5',
    ].join(' && '),
    sources: ['docs', 'contract/reference', '.env.example', 'bin/compress-assets.js', 'package.json'].concat(
      'bin/bundled-packages.js',
      'SECURITY.md',
      'CONTRIBUTING.md',
      'CHANGELOG.md',
      'libs/client/README.md',
      'libs/react/README.md',
      'libs/server/README.md',
    ),
    except: ['docs/.vitepress/.temp'],
    output: ['dist/docs'],
  },
};

/** The parts that the service needs. */
export const SERVICE = /** @type {const} */ (['program', 'web', 'admin', 'welcome']);

/** @param {string} config */
function vite(config) {
  const build = `vite build --config ${config} --outDir "$OUT" --logLevel warn`;
  return `${build} && node bin/compress-assets.js "$OUT/assets"`;
}
