export { Coverage, type Moment } from './coverage.ts';
export { createExplorer, type Explorer, type ExploreOptions } from './explore.ts';
export { exploreRules, type ExploreCode } from './rules.ts';
