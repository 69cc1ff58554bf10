/** Makes the program that users run, in `dist`, of the modules that the compiler has written to `dist/src`. */
import { defineConfig } from 'rolldown';

/** Packages that find files of their own, load native code, or are changed in place by tracing. */
const KEPT_OUTSIDE = ['@electric-sql/pglite', '@electric-sql/pglite-socket', '@node-rs/argon2', 'pg'];
/** Loaded together, and only where tracing is on. */
const TRACING = /^@opentelemetry\/(?!api$)/;
/** What our dependencies use where it is installed. Parley does not install it. */
const NOT_INSTALLED = [
  ...['@nestjs/microservices', '@nestjs/platform-fastify', '@nestjs/platform-socket.io', 'class-transformer'],
  ...['@google-cloud/spanner', '@sap/hana-client', '@sap/hana-client/extension/Stream', 'better-sqlite3', 'hdb-pool'],
  ...['ioredis', 'mongodb', 'mssql', 'mysql', 'mysql2', 'oracledb', 'pg-native', 'pg-query-stream', 'sql.js'],
  ...['react-native-sqlite-storage', 'sqlite3', 'typeorm-aurora-data-api-driver', 'bufferutil', 'utf-8-validate'],
  ...['prettier', 'typescript'],
];

const outside = [...KEPT_OUTSIDE, ...NOT_INSTALLED];

export default defineConfig({
  input: { main: 'dist/src/main.js', cli: 'dist/src/cli.js', demo: 'dist/src/demo.js' },
  platform: 'node',
  external: (id) => TRACING.test(id) || outside.some((name) => id === name || id.startsWith(`${name}/`)),
  // nest-commander loads them for questions to the user and for plugins. Parley has neither.
  resolve: { alias: { inquirer: false, cosmiconfig: false } },
  output: {
    dir: 'dist/program',
    cleanDir: true,
    format: 'esm',
    // Nest, TypeORM and our errors use the names of classes.
    keepNames: true,
    chunkFileNames: 'chunks/[name]-[hash].js',
  },
});
