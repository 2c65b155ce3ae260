export { junitOf } from './report.ts';
export { runScenario, type ScenarioResult } from './run.ts';
export type { Question } from './walk.ts';
