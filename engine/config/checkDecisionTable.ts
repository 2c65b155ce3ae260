import type { KindFinding, ProjectView } from './definitions.ts';
import type { DecisionTable } from './flow.ts';

/** Checks what the meta-schema cannot express: that outcomes use codes of their enum. */
export function checkDecisionTable({ codes = [], rows }: DecisionTable, project: ProjectView): KindFinding[] {
  return codes.flatMap(({ of, enum: id, where = {} }) => {
    if (project.isBroken('enum', id)) return [];
    const known = project.get('enum', id)?.enum.map(String);
    // A missing enum has its own finding.
    if (!known) return [];
    return rows.flatMap(({ outcome }, index): KindFinding[] => {
      const code = outcome[of];
      const written = typeof code === 'string' ? code : JSON.stringify(code);
      const isMeant = Object.entries(where).every(([property, expected]) => outcome[property] === expected);
      if (written === undefined || !isMeant || known.includes(written)) return [];
      const message = `The enum "${id}" has no code "${written}".`;
      return [{ code: 'unknown-code', pointer: `/rows/${index}/outcome/${of}`, message, meant: { written, known } }];
    });
  });
}
