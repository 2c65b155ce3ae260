export { junitOf } from './report.ts';
export { runScenario, runScenarioOnScreens, type ScenarioResult } from './run.ts';
export { NotOnScreen, type Beginning, type ScreenHost, type Screens, type Standing } from './screens.ts';
export type { Question } from './walk.ts';
