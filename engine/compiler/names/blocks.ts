import { nearMiss } from '../../expression/index.ts';
import type { Analysis } from '../analysis.ts';
import type { Located } from '../diagnostics.ts';
import type { Entry } from '../project/project.ts';
import { shapesOf } from '../shape/validators.ts';

/** Checks the fields that blocks name against their form. */
export const checkBlocks = (analysis: Analysis): Located[] =>
  analysis.ofEach('blocks', analysis.project.entries, (entry) => blocksOf(entry, analysis));

function blocksOf(entry: Entry, { project: { registry }, sites, forms }: Analysis): Located[] {
  return sites(entry).blocks.flatMap(({ name, value, pointer }): Located[] => {
    if (!Object.hasOwn(registry.blocks, name)) return [];
    const findings = shapesOf(registry).block(name, value, pointer);
    const { form, field } = value;
    const known = typeof form === 'string' ? forms.get(form)?.schema.properties : undefined;
    if (known && typeof field === 'string' && !Object.hasOwn(known, field)) {
      const message = `The form "${String(form)}" has no field "${field}".`;
      findings.push({ code: 'unknown-field', pointer: `${pointer}/field`, message, ...nearMiss(field, Object.keys(known)) });
    }
    return findings.map((finding) => ({ document: entry.document, finding }));
  });
}
