import { LogRecord, reasonOf } from '../logging/log-record.js';
import type { Fields } from '../logging/log-record.js';
import { isDatabaseAway } from '../database/failures.js';

/** The record of a request that failed. During an outage of the database the place in the code explains nothing. */
export const faultRecord = (error: unknown, fields: Fields, fault: string): LogRecord =>
  isDatabaseAway(error)
    ? LogRecord.from(`Fault ${fault}: the database is unavailable: ${reasonOf(error)}`, fields)
    : LogRecord.fromError(error, fields, `Fault ${fault}`);
