import type { PropertySchema } from '../../config/form.ts';
import { checkExpression } from '../../expression/index.ts';
import type { Analysis } from '../analysis.ts';
import type { Finding, Located } from '../diagnostics.ts';
import { pointerTo } from '../project/document.ts';
import type { KeptVerdicts, Verdict } from '../types.ts';
import { looseFindings } from './anchors.ts';
import { judge, type Pattern } from './verdicts.ts';

/** A pattern with polynomial cost is accepted up to this length. Quadratic time on 300 characters is below a millisecond. */
const maxBoundedLength = 300;
interface Asked extends Pattern {
  located(verdict: Verdict): Located[];
}

/** Reports invalid regular expressions and those open to denial of service (ReDoS). */
export async function checkPatterns(analysis: Analysis, kept?: KeptVerdicts): Promise<Located[]> {
  const asked = [...inSchemas(analysis), ...inExpressions(analysis)];
  const verdictOn = await judge(asked, kept);
  return asked.flatMap((each) => each.located(verdictOn(each)));
}

function inSchemas({ project, memo }: Analysis): Asked[] {
  return [...project.all('form'), ...project.all('format')].flatMap(({ document, value }) =>
    memo
      .about(value, 'patterns', [], () => patternsIn(value as PropertySchema, ''))
      .map(({ pattern, pointer, maxLength }): Asked => ({
        pattern,
        flags: 'u',
        located(verdict) {
          const found = toFindings(verdict, pattern, pointer, maxLength);
          return [...found, ...(found.length === 0 ? looseFindings(pattern, pointer, maxLength) : [])].map((finding) => ({
            document,
            finding,
          }));
        },
      })),
  );
}

function inExpressions({ project, sites, scopes, conditions, memo }: Analysis): Asked[] {
  return project.entries.flatMap((entry) =>
    memo
      .about(entry, 'matches', [], () => sites(entry).expressions.filter(({ source }) => source.includes('matches')))
      .flatMap((site) => {
        const { patterns } = checkExpression(site.source, scopes.at(entry, site), site.expected, conditions, site.assumed);
        return patterns.map(({ pattern, offset }): Asked => ({
          pattern,
          flags: 'u',
          located: (verdict) =>
            toFindings(verdict, pattern, site.pointer, undefined).map((finding) => ({
              document: entry.document,
              finding: { ...finding, within: offset },
            })),
        }));
      }),
  );
}

interface SchemaPattern {
  pattern: string;
  pointer: string;
  maxLength: number | undefined;
}

function patternsIn({ pattern, maxLength, properties = {}, items, anyOf = [] }: PropertySchema, pointer: string): SchemaPattern[] {
  return [
    ...(pattern === undefined ? [] : [{ pattern, pointer: `${pointer}/pattern`, maxLength }]),
    ...Object.entries(properties).flatMap(([name, each]) => patternsIn(each, pointerTo(`${pointer}/properties`, name))),
    ...(items ? patternsIn(items, `${pointer}/items`) : []),
    ...anyOf.flatMap((each, index) => patternsIn(each, `${pointer}/anyOf/${index}`)),
  ];
}

function toFindings(verdict: Verdict, pattern: string, pointer: string, maxLength: number | undefined): Finding[] {
  if (verdict.status === 'safe') return [];
  if (verdict.status === 'invalid') return [{ code: 'invalid-pattern', pointer, message: `${pattern} is not a valid regular expression.` }];
  if (verdict.status === 'polynomial' && maxLength !== undefined && maxLength <= maxBoundedLength) return [];
  const message = `A short text can make ${pattern} run for minutes (${verdict.status} backtracking).`;
  const fix =
    verdict.status === 'polynomial'
      ? `Add "maxLength": ${maxBoundedLength} or less, or make sure the repeated parts cannot match the same text.`
      : 'Make sure the repeated parts cannot match the same text.';
  return [{ code: 'unsafe-pattern', pointer, message, fix, witness: verdict.attack }];
}
