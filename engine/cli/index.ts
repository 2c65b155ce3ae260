export { runCli, type CliDeps, type ExitCode, type ProductCommand, type ReleaseStore } from './runCli.ts';
export { readSources } from './sources.ts';
export { writeSources } from './write.ts';
