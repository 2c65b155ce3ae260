import type { Registry } from '../config/definitions.ts';
import type { ProjectConfig } from '../config/projectConfig.ts';
import { exploreRules } from '../config/rules/explore.ts';
import { engineRules } from '../config/rules/index.ts';
import type { Rule } from '../config/rules/rule.ts';
import { nearMiss } from '../expression/index.ts';
import type { Finding, Located } from './diagnostics.ts';
import type { Project } from './project/project.ts';
import { pointerTo } from './project/document.ts';
import type { Diagnostic } from './types.ts';

/** All rules that a registry knows: the engine's, those of exploring among them, and the product's. */
export function rulesOf({ rules }: Pick<Registry, 'rules'>): Readonly<Record<string, Rule>> {
  return { ...engineRules, ...exploreRules, ...rules };
}

/** A rule that the configuration names must exist, and what keeps a release sound is not lowered. */
export function checkSeverities(project: Project): Located[] {
  const config = project.one('config');
  if (!config) return [];
  const rules = rulesOf(project.registry);
  return Object.entries(config.value.rules ?? {}).flatMap(([code, severity]): Located[] => {
    const pointer = pointerTo('/rules', code);
    const rule = Object.hasOwn(rules, code) ? rules[code] : undefined;
    const finding: Finding | undefined = !rule
      ? { code: 'unknown-rule', pointer, at: 'key', message: `There is no rule "${code}".`, ...nearMiss(code, Object.keys(rules)) }
      : severity !== 'error' && isLocked(rule)
        ? { code: 'locked-rule', pointer, message: `"${code}" stays an error: ${rule.title.toLowerCase()} would break a release.` }
        : undefined;
    return finding ? [{ document: config.document, finding }] : [];
  });
}

function isLocked({ severity, lowerable }: Rule): boolean {
  return severity === 'error' && !lowerable;
}

/** Without what errors may have brought about: words of a screen that cannot be read look as if nothing used them. */
export function withoutEchoes(diagnostics: readonly Diagnostic[], registry: Pick<Registry, 'rules'>): Diagnostic[] {
  if (!diagnostics.some(({ severity }) => severity === 'error')) return [...diagnostics];
  const rules = rulesOf(registry);
  return diagnostics.filter(({ code }) => !(Object.hasOwn(rules, code) && rules[code]?.afterErrors));
}

/** Diagnostics as severe as the project wants them; those that are off are gone. */
export function withSeverities(
  diagnostics: readonly Diagnostic[],
  { rules: wanted = {} }: Pick<ProjectConfig, 'rules'>,
  registry: Pick<Registry, 'rules'>,
): Diagnostic[] {
  const rules = rulesOf(registry);
  return diagnostics.flatMap((each) => {
    const severity = Object.hasOwn(wanted, each.code) ? wanted[each.code] : undefined;
    const rule = Object.hasOwn(rules, each.code) ? rules[each.code] : undefined;
    if (severity === undefined || (severity !== 'error' && rule && isLocked(rule))) return [each];
    return severity === 'off' ? [] : [{ ...each, severity }];
  });
}
