import type { KindFinding, ProjectView } from './definitions.ts';
import type { DecisionTable } from './flow.ts';

/** The codes that outcomes give, with their enums. */
export function codesGiven({ codes = [], rows }: DecisionTable): { pointer: string; enum: string; code: string }[] {
  return codes.flatMap(({ of, enum: id, where = {} }) =>
    rows.flatMap(({ outcome }, index) => {
      const code = outcome[of];
      const written = typeof code === 'string' ? code : JSON.stringify(code);
      const isMeant = Object.entries(where).every(([property, expected]) => outcome[property] === expected);
      return written === undefined || !isMeant ? [] : [{ pointer: `/rows/${index}/outcome/${of}`, enum: id, code: written }];
    }),
  );
}

/** Checks what the meta-schema cannot express: that outcomes use codes of their enum. */
export function checkDecisionTable(table: DecisionTable, project: ProjectView): KindFinding[] {
  return codesGiven(table).flatMap(({ pointer, enum: id, code: written }): KindFinding[] => {
    if (project.isBroken('enum', id)) return [];
    const known = project.get('enum', id)?.enum.map(String);
    // A missing enum has its own finding.
    if (!known || known.includes(written)) return [];
    return [{ code: 'unknown-code', pointer, message: `The enum "${id}" has no code "${written}".`, meant: { written, known } }];
  });
}
