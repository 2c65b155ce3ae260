export { Coverage } from './coverage.ts';
export { createExplorer, type Explorer } from './explore.ts';
export { exploreRules } from './rules.ts';
