export { junitOf } from './report.ts';
export { runScenario, runScenarioOnScreens, type ScenarioResult } from './run.ts';
export {
  NotOnScreen,
  type Beginning,
  type Glimpse,
  type Happening,
  type Scene,
  type ScreenHost,
  type Screens,
  type Sights,
  type FlowProgress,
} from './screens.ts';
export type { Question } from './walk.ts';
