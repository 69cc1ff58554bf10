/** Bundles the compiled modules of `dist/src` to the program that users run, in `dist`. */
import { defineConfig } from 'rolldown';

/** Packages that read their own files, load native code, or are patched by tracing. */
const KEPT_OUTSIDE = ['@electric-sql/pglite', '@electric-sql/pglite-socket', '@node-rs/argon2', 'pg', 'sharp'];
/** Loaded together, and only if tracing is on. */
const TRACING = /^@opentelemetry\/(?!api$)/;
/** Optional dependencies of packages, which Parley does not install. */
const NOT_INSTALLED = [
  ...['@nestjs/microservices', '@nestjs/platform-fastify', '@nestjs/platform-socket.io', 'class-transformer'],
  ...['@google-cloud/spanner', '@sap/hana-client', '@sap/hana-client/extension/Stream', 'better-sqlite3', 'hdb-pool'],
  ...['ioredis', 'mongodb', 'mssql', 'mysql', 'mysql2', 'oracledb', 'pg-native', 'pg-query-stream', 'sql.js'],
  ...['react-native-sqlite-storage', 'sqlite3', 'typeorm-aurora-data-api-driver', 'bufferutil', 'utf-8-validate'],
  ...['prettier', 'typescript'],
];

const outside = [...KEPT_OUTSIDE, ...NOT_INSTALLED];

export default defineConfig({
  input: {
    ...{ main: 'dist/src/main.js', cli: 'dist/src/cli.js', demo: 'dist/src/operations/demo/demo.js' },
    'database-thread': 'dist/src/platform/database/embedded/database-thread.js',
    'media-thread': 'dist/src/uploads/types/media-thread.js',
    'picture-process': 'dist/src/uploads/pictures/picture-process.js',
  },
  platform: 'node',
  external: (id) => TRACING.test(id) || outside.some((name) => id === name || id.startsWith(`${name}/`)),
  // nest-commander loads them for prompts and plugins, and class-validator for telephone numbers. Parley has none.
  resolve: { alias: { inquirer: false, cosmiconfig: false, 'libphonenumber-js/max': false } },
  output: {
    dir: 'dist/program',
    cleanDir: true,
    format: 'esm',
    // Nest, TypeORM and our errors use the names of classes.
    keepNames: true,
    // A smaller program starts faster. Stack traces still name the functions.
    minify: { compress: true, mangle: false, codegen: { removeWhitespace: true } },
    chunkFileNames: 'chunks/[name]-[hash].js',
  },
});
