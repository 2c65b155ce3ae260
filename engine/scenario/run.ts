import { performance } from 'node:perf_hooks';
import { checkSource, type OpenRelease, type ProductCode } from '../compiler/index.ts';
import type { Diagnostic, SourceFile } from '../compiler/types.ts';
import type { Registry } from '../config/definitions.ts';
import type { Scenario } from '../config/scenario.ts';
import { walk, type WalkOptions } from './walk.ts';

/** How one scenario went. */
export interface ScenarioResult {
  file: string;
  id: string;
  title: string;
  /** What was not as expected; empty when it passed. */
  diagnostics: Diagnostic[];
  durationMs: number;
}

export interface RunOptions extends WalkOptions {
  registry: Registry;
  release: OpenRelease;
}

/** Not a rule of the compiler's: a scenario says what the product should do, and it does not. */
const code = 'scenario-failed' as ProductCode;

/** Runs the scenario in a file; a file that is none is told like any other mistake in a configuration. */
export function runScenario(file: SourceFile, options: RunOptions): ScenarioResult {
  const began = performance.now();
  const { value, diagnostics, locate } = checkSource<Scenario>(file, 'scenario', options.registry);
  const about = { file: file.path, id: value?.id ?? file.path, title: value?.title ?? '' };
  if (!value) return { ...about, diagnostics, durationMs: performance.now() - began };
  const failures = walk(value, options).map(({ step, pointer, message }) =>
    locate({ code, severity: 'error', pointer: `/steps/${step}${pointer}`, message }),
  );
  return { ...about, diagnostics: failures, durationMs: performance.now() - began };
}
