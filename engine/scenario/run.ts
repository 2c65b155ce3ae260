import { performance } from 'node:perf_hooks';
import { checkSource, type OpenRelease, type ProductCode } from '../compiler/index.ts';
import type { Diagnostic, SourceFile } from '../compiler/types.ts';
import type { Registry } from '../config/definitions.ts';
import type { Scenario } from '../config/scenario.ts';
import type { ScreenHost } from './screens.ts';
import { walk, type Failure, type WalkOptions } from './walk.ts';
import { walkScreens } from './walkScreens.ts';

/** The result of one scenario. */
export interface ScenarioResult {
  file: string;
  id: string;
  title: string;
  /** The failed expectations. Empty if it passed. */
  diagnostics: Diagnostic[];
  /** The parts that this run could not test, with the reasons. Absent if it tested everything. */
  untried?: Diagnostic[];
  /** Nothing could be tested: the scenario neither passed nor failed. */
  isSkipped?: boolean;
  durationMs: number;
}

export interface RunOptions extends WalkOptions {
  registry: Registry;
  release: OpenRelease;
}

/** Not a compiler rule: the product failed an expectation, or the expectation could not be tested. */
const failedCode = 'scenario-failed' as ProductCode;
const untriedCode = 'not-in-a-browser' as ProductCode;

/** Runs the scenario in a file. An invalid file gives findings like any configuration file. */
export function runScenario(file: SourceFile, options: RunOptions): ScenarioResult {
  const began = performance.now();
  const { value, diagnostics, about, failed } = read(file, options.registry);
  const found = value ? failed(walk(value, options)) : diagnostics;
  return { ...about, diagnostics: found, durationMs: performance.now() - began };
}

/** Runs the scenario in a file on the screens of the running product. */
export async function runScenarioOnScreens(file: SourceFile, options: RunOptions & { host: ScreenHost }): Promise<ScenarioResult> {
  const began = performance.now();
  const { value, diagnostics, about, failed, left } = read(file, options.registry);
  if (!value) return { ...about, diagnostics, durationMs: performance.now() - began };
  const { failures, untried, isSkipped } = await walkScreens({ scenario: value, release: options.release, host: options.host });
  return {
    ...about,
    diagnostics: failed(failures),
    ...(untried.length > 0 && { untried: left(untried) }),
    ...(isSkipped && { isSkipped }),
    durationMs: performance.now() - began,
  };
}

function read(file: SourceFile, registry: Registry) {
  const { value, diagnostics, locate } = checkSource<Scenario>(file, 'scenario', registry);
  const placed =
    (code: ProductCode, severity: Diagnostic['severity']) =>
    (found: readonly Failure[]): Diagnostic[] =>
      found.map(({ step, pointer, message }) =>
        locate({ code, severity, pointer: step === undefined ? pointer : `/steps/${step}${pointer}`, message }),
      );
  return {
    value,
    diagnostics,
    about: { file: file.path, id: value?.id ?? file.path, title: value?.title ?? '' },
    failed: placed(failedCode, 'error'),
    left: placed(untriedCode, 'info'),
  };
}
