export { ImportingModule } from './importing.module.js';
