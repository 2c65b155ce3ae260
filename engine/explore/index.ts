export { Coverage } from './coverage.ts';
export { createExplorer, type Explorer } from './explore.ts';
