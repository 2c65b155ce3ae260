import { codesGiven } from '../../config/checkDecisionTable.ts';
import type { DecisionTable } from '../../config/flow.ts';
import { offeredCodes } from '../../form/withdrawn.ts';
import type { Analysis } from '../analysis.ts';
import type { Finding, Located } from '../diagnostics.ts';
import type { Entry } from '../project/project.ts';

/** Checks that the configuration never assigns a withdrawn code. Comparing with one is allowed, because stored answers contain them. */
export function checkGiven({ project, sites }: Analysis): Located[] {
  return project.entries.flatMap((entry) => {
    const outcomes = entry.kind === 'decisionTable' ? codesGiven((entry as Entry<DecisionTable>).value) : [];
    return [...sites(entry).given, ...outcomes].flatMap(({ pointer, enum: id, code }): Located[] => {
      const codes = project.get('enum', id)?.value;
      const finding = codes && withdrawnCode(code, codes, pointer);
      return finding ? [{ document: entry.document, finding }] : [];
    });
  });
}

type Codes = Parameters<typeof offeredCodes>[0];

/** Reports an assignment of a withdrawn code. */
export function withdrawnCode(code: string, codes: Codes, pointer: string): Finding | undefined {
  if (!codes['x-withdrawn']?.includes(code)) return undefined;
  const message = `Assigns "${code}", which is withdrawn.`;
  const offered = offeredCodes(codes);
  const others = offered.length > 0 && offered.length <= mostNamed ? ` (${offered.join(', ')})` : '';
  const fix = `Use another code${others}, do not assign it here, or remove "${code}" from "x-withdrawn".`;
  return { code: 'withdrawn-code', pointer, message, fix };
}

/** Maximum number of codes to list in a message. */
const mostNamed = 8;
