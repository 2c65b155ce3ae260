export { MadeUpApplicant, seedsTo } from './madeUp.ts';
export { junitOf } from './report.ts';
export { runScenario, runScenarioOnScreens, type ScenarioResult } from './run.ts';
export {
  NotOnScreen,
  type Beginning,
  type Observation,
  type Happening,
  type Scene,
  type ScreenHost,
  type Screens,
  type ScreenReader,
  type FlowProgress,
} from './screens.ts';
export type { Question } from './walk.ts';
