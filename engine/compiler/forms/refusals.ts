import type { DecisionTable } from '../../config/flow.ts';
import { canonical, checkExpression, isFinding, parseExpression } from '../../expression/index.ts';
import { stableJson } from '../../form/hash.ts';
import type { Analysis } from '../analysis.ts';
import type { Finding, Located } from '../diagnostics.ts';
import type { Entry } from '../project/project.ts';

/**
 * If a decision row refuses because of a single answer, the form must have the opposite as a rule. The field then shows the error
 * at once.
 */
export function checkRefusals(analysis: Analysis): Located[] {
  return analysis.project
    .all('decisionTable')
    .flatMap((entry) => ofTable(entry, analysis).map((finding): Located => ({ document: entry.document, finding })));
}

function ofTable(entry: Entry<DecisionTable>, analysis: Analysis): Finding[] {
  const { sites, scopes, conditions, forms } = analysis;
  const { refuses = {}, rows } = entry.value;
  const isRefusal = (outcome: Readonly<Record<string, unknown>>) =>
    Object.entries(refuses).some(([name, value]) => stableJson(outcome[name]) === stableJson(value));
  return rows.flatMap(({ when, outcome }, index): Finding[] => {
    const pointer = `/rows/${index}/when`;
    const site = sites(entry).expressions.find((each) => each.pointer === pointer);
    if (when === undefined || !site || !isRefusal(outcome)) return [];
    const { reads } = checkExpression(when, scopes.at(entry, site), 'bool', conditions);
    const answers = new Set(reads.flatMap(([form = '', field]) => (forms.has(form) && field !== undefined ? [`${form}.${field}`] : [])));
    const [answer = ''] = answers;
    if (answers.size !== 1) return [];
    const [form = '', field = ''] = answer.split('.');
    const own = when.replaceAll(`${form}.`, 'self.');
    const opposite = oppositesOf(own);
    const rules = (forms.get(form)?.schema['x-rules'] ?? []).filter(({ at }) => at === field).map(({ assert }) => assert);
    if (rules.some((assert) => opposite.some((each) => isSame(each, assert)))) return [];
    const turned = rules.find((assert) => sidesOf(assert) !== undefined && sidesOf(assert) === sidesOf(own));
    if (turned !== undefined) {
      const message = `This refuses the answer that the form requires: "${turned}".`;
      return [{ code: 'refused-late', severity: 'error', pointer, message, fix: 'Invert the comparison in one of the two places.' }];
    }
    const message = `"${answer}" alone causes this refusal, but the form has no rule for it.`;
    const fix = `Add this to the x-rules of "${form}": { "assert": "${opposite.at(-1)}", "at": "${field}", "error": … }. If only the decision should refuse, set the rule "refused-late" to off in hakbang.config.json.`;
    return [{ code: 'refused-late', pointer, message, fix }];
  });
}

const inverse: Readonly<Record<string, string>> = { '<': '>=', '<=': '>', '>': '<=', '>=': '<', '==': '!=', '!=': '==' };

const comparison = /^([^&|?<>=!]+) (<=?|>=?|==|!=) ([^&|?<>=!]+)$/;

/** Returns the ways to write the negation of a condition. */
function oppositesOf(condition: string): string[] {
  const negated = `!(${condition})`;
  const [, left, operator = '', right] = comparison.exec(condition) ?? [];
  return operator === '' ? [negated] : [negated, `${left} ${inverse[operator]} ${right}`];
}

/** The operands of a condition; undefined if it is not a single comparison. */
function sidesOf(condition: string): string | undefined {
  const [, left, , right] = comparison.exec(condition) ?? [];
  return left === undefined ? undefined : `${left} ${right}`;
}

/** Compares without regard to spaces and brackets. The expression check reports expressions that do not parse. */
function isSame(left: string, right: string): boolean {
  return canonical(left) === canonical(right) || [left, right].some((source) => isFinding(parseExpression(source)));
}
