/**
 * Prints, as JSON, the statements that would make the database of this environment what the entities say: none where
 * the migrations have done so. A process of its own, because it imports modules of the compiled program.
 */
import { openDatabaseOfEnvironment } from './compiled.js';

const { source, close } = await openDatabaseOfEnvironment();
const { upQueries } = await source.driver.createSchemaBuilder().log();
process.stdout.write(JSON.stringify(upQueries.map(({ query }) => query)));
await close();
