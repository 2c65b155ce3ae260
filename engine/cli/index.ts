export { readBeside, writeBeside } from './besides.ts';
export { keptVerdicts } from './keptVerdicts.ts';
export { runCli } from './runCli.ts';
export { readScenarios } from './scenarioFiles.ts';
export { sourcesNamed } from './revision.ts';
export { readAgain, readSources } from './sources.ts';
export {
  NotOnScreen,
  type Beginning,
  type Question,
  type ScreenHost,
  type Screens,
  type ShownProblem,
  type Standing,
} from '../scenario/index.ts';
export type { CliDeps, ExitCode, ProductCommand, ReleaseStore } from './types.ts';
export { watchFiles } from './watchFiles.ts';
export { writeSources } from './write.ts';
