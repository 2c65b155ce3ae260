import type { MigrationStep } from '../../config/carryOver.ts';
import { followed, propertyAt, type Target } from '../../config/checkCarryOver.ts';
import type { PropertySchema } from '../../config/form.ts';
import { offeredCodes } from '../../form/withdrawn.ts';
import type { Analysis } from '../analysis.ts';
import type { Finding, Located } from '../diagnostics.ts';
import { withdrawnCode } from '../names/withdrawn.ts';
import { pointerTo } from '../project/document.ts';
import { limitOf, refusedAnswer } from './refusedAnswer.ts';

/** An answer that a migration writes. */
interface Written extends Target {
  answer: unknown;
  pointer: string;
  /** The old name of the same answer. */
  renamed?: string;
}

/** Checks that today's forms accept the answers that migrations write, after all later steps. */
export function checkCarriedAnswers({ project, forms }: Analysis): Located[] {
  const entry = project.one('carryOver');
  if (!entry) return [];
  const steps = entry.value.migrations.flatMap((migration, at) =>
    (migration.steps ?? []).map((step, index) => ({ step, pointer: `/migrations/${at}/steps/${index}` })),
  );
  const propertyOf = ({ form, field = '' }: Target): PropertySchema | undefined => {
    const found = forms.get(form);
    const property = found && !found.unresolved && propertyAt(found.schema, field);
    return property && property !== 'unknown' ? property : undefined;
  };
  return steps.flatMap(({ step, pointer }, index) => {
    const later = steps.slice(index + 1).map((each) => each.step);
    return writtenBy(step, pointer).flatMap((written): Located[] => {
      const carried = later.reduce<Written | undefined>((answer, next) => answer && afterStep(answer, next), written);
      const property = carried && propertyOf(carried);
      const finding = property && refusal(carried, property);
      return finding ? [{ document: entry.document, finding }] : [];
    });
  });
}

function writtenBy({ default: preset, mapCode }: MigrationStep, pointer: string): Written[] {
  if (preset) return [{ form: preset.form, field: preset.field, answer: preset.value, pointer: `${pointer}/default/value` }];
  if (!mapCode) return [];
  const { form, field, codes, sameMeaning } = mapCode;
  return Object.entries(codes).map(([from, answer]) => {
    const written = { form, field, answer, pointer: pointerTo(`${pointer}/mapCode/codes`, from) };
    return sameMeaning ? { ...written, renamed: from } : written;
  });
}

/** Returns an answer after a step; undefined if the step removes it. */
function afterStep(written: Written, step: MigrationStep): Written | undefined {
  const { mapCode, askAgain } = step;
  const isHere = (there: Target) => there.form === written.form && (there.field === undefined || there.field === written.field);
  if (askAgain && askAgain.when === undefined && isHere(askAgain)) return undefined;
  if (mapCode && isHere(mapCode) && typeof written.answer === 'string' && Object.hasOwn(mapCode.codes, written.answer))
    return { ...written, answer: mapCode.codes[written.answer] };
  const place = followed(written, step);
  return place && { ...written, ...place };
}

function refusal({ form, field = '', answer, pointer, renamed }: Written, property: PropertySchema): Finding | undefined {
  const reason = refusedAnswer(property, answer);
  const given = JSON.stringify(answer);
  const wrong = (message: string, fix?: string): Finding => ({ code: 'wrong-value', pointer, message, ...(fix && { fix }) });
  if (reason === undefined || (reason === 'withdrawn' && renamed !== undefined)) {
    // Two codes that can both be chosen differ in meaning.
    if (renamed === undefined || !offeredCodes(property).includes(renamed)) return undefined;
    return wrong(`"${renamed}" is still offered, so it has a different meaning from the other code.`);
  }
  if (reason === 'withdrawn') return withdrawnCode(String(answer), property, pointer);
  if (reason === 'enum') return wrong(`${given} is not a valid code. Choose one of ${property.enum?.join(', ')}.`);
  if (reason === 'type') return wrong(`${given} is not of type ${property.type}.`);
  return wrong(
    `The field "${form}.${field}" refuses ${given}: ${limitOf(property, reason)}.`,
    'Write an answer that the form accepts, or use "askAgain".',
  );
}
