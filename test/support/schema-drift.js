/**
 * Prints, as JSON, the statements that would make the database of this environment match the entities: none if the
 * migrations are complete. It is a process of its own because it imports modules of the compiled program.
 */
import { openDatabaseOfEnvironment } from './compiled.js';

const { source, close } = await openDatabaseOfEnvironment();
const { upQueries } = await source.driver.createSchemaBuilder().log();
process.stdout.write(JSON.stringify(upQueries.map(({ query }) => query)));
await close();
