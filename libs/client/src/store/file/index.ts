export { FileRecords } from './file-records.js';
