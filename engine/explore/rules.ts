export { exploreRules, type ExploreCode } from '../config/rules/explore.ts';
