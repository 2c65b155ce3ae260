import type { Registry } from '../config/definitions.ts';
import type { ProjectConfig } from '../config/projectConfig.ts';
import { engineRules } from '../config/rules/index.ts';
import type { Rule } from '../config/rules/rule.ts';
import { nearMiss } from '../expression/index.ts';
import type { Finding, Located } from './diagnostics.ts';
import type { Project } from './project/project.ts';
import { pointerTo } from './project/document.ts';
import type { Diagnostic } from './types.ts';

/** All rules: those of the engine and those of the product. */
export function rulesOf({ rules }: Pick<Registry, 'rules'>): Readonly<Record<string, Rule>> {
  return { ...engineRules, ...rules };
}

/** Checks that configured rules exist and that no locked rule is lowered. */
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
        ? { code: 'locked-rule', pointer, message: `"${code}" must stay an error: a release could break without this rule.` }
        : undefined;
    return finding ? [{ document: config.document, finding }] : [];
  });
}

function isLocked({ severity, lowerable }: Rule): boolean {
  return severity === 'error' && !lowerable;
}

/** Drops findings that an error may have caused. For example, the texts of an unreadable screen look unused. */
export function withoutEchoes(diagnostics: readonly Diagnostic[], registry: Pick<Registry, 'rules'>): Diagnostic[] {
  const rules = rulesOf(registry);
  const mayEcho = ({ code }: Diagnostic) => Object.hasOwn(rules, code) && rules[code]?.afterErrors === true;
  const hasError = diagnostics.some((each) => each.severity === 'error' && !mayEcho(each));
  return hasError ? diagnostics.filter((each) => !mayEcho(each)) : [...diagnostics];
}

/** Applies the project's severities and drops rules that are off. */
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
