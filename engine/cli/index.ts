export { readExtraFile, writeExtraFile } from './extraFiles.ts';
export { keptChecks, type KeptChecks } from './keptChecks.ts';
export { keptEmpty } from './keptEmpty.ts';
export { keptVerdicts } from './keptVerdicts.ts';
export { runCli } from './runCli.ts';
export { readScenarios } from './scenarioFiles.ts';
export { sourcesNamed } from './revision.ts';
export { readAgain, readSources } from './sources.ts';
// Not imported from the scenarios' index, which would also load the scenario runner.
export {
  isNotOnScreen,
  NotOnScreen,
  type Beginning,
  type Observation,
  type Happening,
  type Scene,
  type ScreenHost,
  type Screens,
  type ShownProblem,
  type ScreenReader,
  type FlowProgress,
} from '../scenario/screens.ts';
export type { Question } from '../scenario/walk.ts';
export type { CheckedApplication, CliDeps, ExitCode, ProductCommand, ReleaseStore } from './types.ts';
export { watchFiles } from './watchFiles.ts';
export { writeSources } from './write.ts';
