import type { Diagnostic } from '../compiler/types.ts';
import { changeClasses, type Change, type ChangeClass } from './types.ts';

/** Formats changes for people: what changed, why it matters and whom it affects. */
export function describeChanges(changes: readonly Change[]): string {
  const blocks = changes.map(({ class: name, direction, code, file, line, column, side, message, why, who }) =>
    [
      `${file}:${line}:${column} ${name}${direction && name === 'RULE' ? ` (${direction})` : ''} ${code}${side === 'before' ? ', old version' : ''}`,
      `  ${message}`,
      `  ${why}`,
      `  ${who}`,
    ].join('\n'),
  );
  return [...blocks, tally(changes)].join('\n\n');
}

export function tally(changes: readonly Change[]): string {
  const counts = changeClasses.toReversed().flatMap((name) => {
    const count = changes.filter((each) => each.class === name).length;
    return count > 0 ? [`${count} ${name}`] : [];
  });
  return counts.length > 0 ? `${counts.join(', ')}.` : 'No semantic changes.';
}

const severities: Record<ChangeClass, Diagnostic['severity']> = {
  COPY: 'info',
  LOOK: 'info',
  RULE: 'warning',
  'DRAFT-BREAKING': 'error',
  'API-BREAKING': 'error',
};

/** Converts changes to diagnostics, for the machine-readable formats. */
export const asDiagnostics = (changes: readonly Change[]): Diagnostic[] =>
  changes.map(({ class: name, code, file, line, column, pointer, message, why, who }) => ({
    code: `${name.toLowerCase()}/${code}`,
    severity: severities[name],
    file,
    line,
    column,
    pointer,
    message: `${message} ${why} ${who}`,
  }));
