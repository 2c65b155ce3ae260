import { checkSync } from 'recheck';
import type { PropertySchema } from '../../config/form.ts';
import { checkExpression } from '../../expression/index.ts';
import type { Analysis } from '../analysis.ts';
import type { Finding, Located } from '../diagnostics.ts';
import { pointerTo } from '../read/document.ts';

/** Beyond this length a pattern of polynomial cost is refused; quadratic time on 300 characters is under a millisecond. */
const maxBoundedLength = 300;
const timeoutMs = 2000;

interface Verdict {
  status: 'safe' | 'invalid' | 'exponential' | 'polynomial';
  /** A text that keeps the pattern busy. */
  attack?: string;
}
const verdicts = new Map<string, Verdict>();

/** Whether text can make a regular expression run away (https://makenowjust-labs.github.io/recheck/). Kept for the process. */
function judge(pattern: string, flags: string): Verdict {
  const key = `${flags}/${pattern}`;
  const known = verdicts.get(key);
  if (known) return known;
  const verdict = examine(pattern, flags);
  verdicts.set(key, verdict);
  return verdict;
}

function examine(pattern: string, flags: string): Verdict {
  if (!isRegExp(pattern, flags)) return { status: 'invalid' };
  const result = checkSync(pattern, flags, { timeout: timeoutMs });
  if (result.status !== 'vulnerable') return { status: 'safe' };
  return { status: result.complexity.type === 'exponential' ? 'exponential' : 'polynomial', attack: result.attack.pattern };
}

function isRegExp(pattern: string, flags: string): boolean {
  try {
    return new RegExp(pattern, flags).flags === flags;
  } catch {
    return false;
  }
}

/** No pattern may be invalid, or be one that a few characters can keep busy for minutes. */
export function checkPatterns(analysis: Analysis): Located[] {
  const { project, sites, scopes, conditions } = analysis;
  const inSchemas = [...project.all('form'), ...project.all('format')].flatMap(({ document, value }) =>
    patternsIn(value as PropertySchema, '').map((finding) => ({ document, finding })),
  );
  const inExpressions = project.entries.flatMap((entry) =>
    sites(entry).expressions.flatMap((site) => {
      if (!site.source.includes('matches')) return [];
      const { patterns } = checkExpression(site.source, scopes.at(entry, site), site.expected, conditions, site.assumed);
      return patterns.flatMap(({ pattern, offset }): Located[] => {
        const finding = toFinding(judge(pattern, ''), pattern, site.pointer, undefined);
        return finding ? [{ document: entry.document, finding: { ...finding, within: offset } }] : [];
      });
    }),
  );
  return [...inSchemas, ...inExpressions];
}

function patternsIn(schema: PropertySchema, pointer: string): Finding[] {
  const own =
    schema.pattern === undefined
      ? undefined
      : toFinding(judge(schema.pattern, 'u'), schema.pattern, `${pointer}/pattern`, schema.maxLength);
  return [
    ...(own ? [own] : []),
    ...Object.entries(schema.properties ?? {}).flatMap(([name, each]) => patternsIn(each, pointerTo(`${pointer}/properties`, name))),
    ...(schema.items ? patternsIn(schema.items, `${pointer}/items`) : []),
    ...(schema.anyOf ?? []).flatMap((each, index) => patternsIn(each, `${pointer}/anyOf/${index}`)),
  ];
}

function toFinding(verdict: Verdict, pattern: string, pointer: string, maxLength: number | undefined): Finding | undefined {
  if (verdict.status === 'safe') return undefined;
  if (verdict.status === 'invalid') return { code: 'invalid-pattern', pointer, message: `${pattern} is no regular expression.` };
  if (verdict.status === 'polynomial' && maxLength !== undefined && maxLength <= maxBoundedLength) return undefined;
  const message = `${pattern} can be made to run for minutes by a few characters (${verdict.status} backtracking).`;
  const fix =
    verdict.status === 'polynomial'
      ? `Add "maxLength": ${maxBoundedLength} or less, or make the parts unlike.`
      : 'Make the repeated parts unlike.';
  return { code: 'unsafe-pattern', pointer, message, fix, witness: verdict.attack };
}
