/// <reference types="node" />
/** Bundles the sources to the program that users run: see the part `program` in bin/parts.js. */
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

import { defineConfig } from 'rolldown';

import { bundledPackages } from './bin/bundled-packages.js';

/** Packages that read their own files, load native code, or are patched by tracing: an installation needs them. */
export const KEPT_OUTSIDE = ['@electric-sql/pglite', '@node-rs/argon2', 'pg', 'sharp'];
/** Optional dependencies of packages, which Parley does not install. */
const NOT_INSTALLED = [
  '@nestjs/microservices',
  '@nestjs/platform-fastify',
  '@nestjs/platform-socket.io',
  'class-transformer',
  '@google-cloud/spanner',
  '@sap/hana-client',
  '@sap/hana-client/extension/Stream',
  'better-sqlite3',
  'hdb-pool',
  'ioredis',
  'mongodb',
  'mssql',
  'mysql',
  'mysql2',
  'oracledb',
  'pg-native',
  'pg-query-stream',
  'sql.js',
  'react-native-sqlite-storage',
  'sqlite3',
  'typeorm-aurora-data-api-driver',
  'bufferutil',
  'utf-8-validate',
  'prettier',
  'typescript',
];

/**
 * Modules that packages load and Parley never runs: access to other databases, and encodings in which no body is
 * accepted. They are bundled as empty modules, because a smaller program starts faster.
 */
const UNUSED = [
  /\/typeorm\/driver\/(?!postgres\/|types\/)[^/]+\//,
  /\/typeorm\/entity-manager\/MongoEntityManager\.js$/,
  /\/rate-limiter-flexible\/lib\/RateLimiter(?:Cluster|Drizzle|Dynamo|Etcd|Memcache|Mongo|MySQL|Postgres|Prisma|SQLite|Valkey)/,
  /\/iconv-lite\/encodings\/tables\//,
];
/**
 * Packages that packages load and Parley never runs: prompts, plugins, and formatting of statements for a terminal.
 * @type {Record<string, false>}
 */
const UNUSED_PACKAGES = {
  inquirer: false,
  cosmiconfig: false,
  'libphonenumber-js/max': false,
  multer: false,
  tinyglobby: false,
  '@sqltools/formatter': false,
  'sql-highlight': false,
};
/** Loaded by Nest's pipes, which Parley does not use. */
const UNUSED_BY_PIPES = ['class-validator', 'file-type'];
/** Of Nest. It loads the package `ws` in a way that rolldown does not see. */
const SOCKET_ADAPTER = /\/@nestjs\/platform-ws\/adapters\/ws-adapter\.js$/;
const LOADS_SOCKETS = "createRequire(import.meta.url)('ws')";
/** @param {string} code */
function withBundledSockets(code) {
  if (!code.includes(LOADS_SOCKETS)) throw new Error(`The adapter of Nest does not load ws by ${LOADS_SOCKETS}.`);
  return `import bundledSockets from 'ws';\n${code.replace(LOADS_SOCKETS, 'bundledSockets')}`;
}
/** @param {string} path */
const inRoot = (path) => join(import.meta.dirname, path);
/** @param {string} path */
const inPackage = (path) => inRoot(join('node_modules', path));
/** By default a program for Node.js gets the CommonJS builds, which are bundled whole. */
const ES_BUILDS = {
  rxjs$: inPackage('rxjs/dist/esm/index.js'),
  'rxjs/operators$': inPackage('rxjs/dist/esm/operators/index.js'),
  'class-validator$': inPackage('class-validator/esm2015/index.js'),
};

const outside = [...KEPT_OUTSIDE, ...NOT_INSTALLED];

/** How TypeScript is compiled, with decorators and their metadata as tsconfig.json says. Packages of `libs` are compiled too. */
export const SOURCES = {
  platform: /** @type {const} */ ('node'),
  tsconfig: true,
  transform: { target: 'es2022' },
  resolve: { conditionNames: ['parley-source', 'node'] },
};

/** Every package but those of this project, and the functions for decorators that rolldown has itself. @param {string} id */
export const isPackage = (id) => !/^([./\0]|@parley\/|@oxc-project\/runtime\/)/.test(id);

export default defineConfig({
  ...SOURCES,
  input: {
    main: 'src/main.ts',
    cli: 'src/cli.ts',
    demo: '@parley/demo',
    'database-thread': 'src/platform/database/embedded/database-thread.ts',
    'picture-process': 'src/features/uploads/pictures/picture-process.ts',
    'write-command-table': 'src/write-command-table.ts',
  },
  external: (id, importer = '') =>
    outside.some((name) => id === name || id.startsWith(`${name}/`)) ||
    (UNUSED_BY_PIPES.includes(id) && importer.includes('/@nestjs/common/pipes/')),
  resolve: { ...SOURCES.resolve, alias: { ...UNUSED_PACKAGES, ...ES_BUILDS } },
  plugins: [
    bundledPackages(),
    { name: 'unused', load: { filter: { id: UNUSED }, handler: () => ({ code: '', moduleType: 'js' }) } },
    {
      name: 'sockets',
      transform: { filter: { id: SOCKET_ADAPTER }, handler: withBundledSockets },
    },
    {
      name: 'launchers',
      generateBundle(_, bundle) {
        const loader = readFileSync(inRoot('bin/program/load.js'), 'utf8');
        this.emitFile({ type: 'asset', fileName: 'load.js', source: loader });
        for (const chunk of Object.values(bundle)) {
          if (chunk.type !== 'chunk' || !chunk.isEntry) continue;
          const source = `import { load } from './load.js';\n\nload('${basename(chunk.fileName)}');\n`;
          this.emitFile({ type: 'asset', fileName: `${chunk.name}.js`, source });
        }
      },
    },
  ],
  // A package asks for its own optional packages, which Parley does not install. The list of features imports modules that
  // others import too.
  checks: { emptyImportMeta: false, ineffectiveDynamicImport: false },
  output: {
    // V8 can keep the compiled code of scripts, and not of modules: see bin/program/load.js.
    format: 'cjs',
    dynamicImportInCjs: false,
    // Nest, TypeORM and our errors use the names of classes.
    keepNames: true,
    // A smaller program starts faster. Stack traces still name the functions.
    minify: { compress: true, mangle: false, codegen: { removeWhitespace: true } },
    // Node.js keeps text in ASCII in half of the memory. Raw templates keep their characters.
    charset: 'ascii',
    entryFileNames: 'code/[name]-[hash].cjs',
    chunkFileNames: 'code/[name]-[hash].cjs',
  },
});
