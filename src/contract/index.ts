export { ContractModule } from './contract.module.js';
export { serveDocs } from './site.js';
