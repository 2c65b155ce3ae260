import type { PropertySchema } from '../../config/form.ts';
import { accepts, checkExpression, isFinding, nearMiss, parseExpression } from '../../expression/index.ts';
import { isEmpty } from '../../form/empty.ts';
import type { Analysis } from '../analysis.ts';
import type { Finding, Located } from '../diagnostics.ts';
import { constantsOf } from '../names/choices.ts';
import type { Sites } from '../names/walk.ts';
import { pointerTo } from '../project/document.ts';
import type { Entry } from '../project/project.ts';
import { answerKinds, exposes } from './conditions.ts';
import { repeatsOf } from './repeats.ts';
import { limitOf, refusedAnswer } from './refusedAnswer.ts';

type FieldValues = Sites['fieldValues'][number];

/** Checks values that a screen proposes for fields of a form: each needs a field that a person answers, its type and its sensitivity. */
export function checkFieldValues(analysis: Analysis): Located[] {
  return analysis.project.entries.flatMap((entry) =>
    analysis
      .sites(entry)
      .fieldValues.flatMap((proposed) => findingsOf(proposed, entry, analysis).map((finding) => ({ document: entry.document, finding }))),
  );
}

function findingsOf(proposed: FieldValues, entry: Entry, { project, forms, scopes, conditions }: Analysis): Finding[] {
  const form = forms.get(proposed.form);
  if (!form) return [];
  const fields = form.schema.properties;
  const repeats = repeatsOf(form, project.get('formUi', proposed.form)?.value ?? {});
  return Object.entries(proposed.values).flatMap(([name, source]): Finding[] => {
    const pointer = pointerTo(proposed.pointer, name);
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
    if (!field) {
      const message = `The form "${proposed.form}" has no field "${name}".`;
      return [{ code: 'unknown-field', pointer, at: 'key', message, ...nearMiss(name, Object.keys(fields)) }];
    }
    if (field['x-value'] !== undefined) {
      const message = `x-value computes "${name}", so a proposed answer would have no effect.`;
      return [{ code: 'misplaced-keyword', pointer, at: 'key', message, fix: 'Remove it, or remove x-value.' }];
    }
    const repeat = repeats.find(({ again }) => again === name);
    if (repeat) {
      const message = `"${name}" repeats "${repeat.first}", so a prefilled answer would confirm nothing.`;
      return [{ code: 'misplaced-keyword', pointer, at: 'key', message, fix: 'Remove it, so that people enter the answer again.' }];
    }
    const scope = scopes.at(entry, { ...proposed, pointer });
    const wanted = answerKinds[field.type ?? 'string'];
    const { findings, reads, type } = checkExpression(source, scope, wanted, conditions, proposed.assumed);
    // An absent value proposes nothing.
    const fits = type.kind === 'optional' && accepts(wanted, type.item?.kind ?? 'dyn');
    const wrong = fits
      ? []
      : findings.filter(({ code }) => code === 'wrong-result').map(({ code, message }): Finding => ({ code, pointer, message }));
    const refused = refusedConstant(field, source);
    if (refused) {
      const message = `The field "${name}" refuses the proposed answer ${refused.constant}: ${limitOf(field, refused.reason)}.`;
      wrong.push({ code: 'refused-prefill', pointer, message, fix: 'Propose an answer that the form accepts, or remove it.' });
    }
    const exposed = reads.find(([form = '', read = '']) => exposes(field, forms.get(form)?.schema.properties[read]));
    if (!exposed) return wrong;
    const message = `"${name}" would show the sensitive answer "${exposed.join('.')}" and needs the same x-sensitive.`;
    return [...wrong, { code: 'exposed-answer', pointer, message }];
  });
}

/**
 * Returns a constant that the expression can return but the field refuses. An empty one proposes nothing; another type has its own finding.
 */
function refusedConstant(field: PropertySchema, source: string): { constant: string; reason: string } | undefined {
  const node = parseExpression(source);
  return (isFinding(node) ? [] : constantsOf(node))
    .filter((value) => !isEmpty(value))
    .map((value) => ({ constant: JSON.stringify(value), reason: refusedAnswer(field, value) ?? '' }))
    .find(({ reason }) => reason !== '' && reason !== 'type');
}
