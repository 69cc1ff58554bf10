export { ContractModule } from './contract.module.js';
