import type { Answers } from '../config/definitions.ts';
import { sameAnswer } from '../form/reopen.ts';
import type { FlowNotice, FlowSnapshot } from '../flow/types.ts';
import { chooseSteps, keepingSteps, migrate, type ChosenStep, type Choosing } from '../migrate/index.ts';
import { serverHash, type FlowDraft, type FormDraft, type PendingStep } from './flowDraft.ts';

/** A device's draft after migration to another release, and what could not be migrated. */
export interface CarriedDraft {
  draft: FlowDraft;
  lost: FlowNotice[];
}

/**
 * Chooses migration steps by the answers of this device: the server's answers under the draft's release, changed by what the person has
 * confirmed or typed since.
 *
 * @param said the server's answers under the release of the draft, as far as this device knows them
 */
export function stepsFor(
  { flow, drafts, pending }: FlowDraft,
  said: Answers,
  choosing: Pick<Choosing, 'migrations' | 'expressions' | 'report'>,
): ChosenStep[] {
  const answers = { ...said };
  for (const { form, answers: confirmed } of Object.values(pending)) if (form !== undefined) answers[form] = confirmed;
  for (const [form, { patch }] of Object.entries(drafts)) {
    const typed = Object.entries({ ...answers[form], ...patch });
    answers[form] = Object.fromEntries(typed.filter(([, value]) => value !== null));
  }
  return chooseSteps({ flow, answers, ...choosing });
}

/**
 * Applies the server's migrations to the drafts and the queue of this device. Lost answers are reported, never dropped
 * silently. A confirmed step whose answers changed becomes a draft again, so the person presses Next once more.
 *
 * @param snapshot the server's state under the new release
 */
export function carryDraft(draft: FlowDraft, steps: readonly ChosenStep[], snapshot: FlowSnapshot): CarriedDraft {
  // A field without a local answer needs no default here, because the server sets it in its own answers.
  const typed = steps.filter((step) => !step.default);
  const patches = mapValues(draft.drafts, ({ patch }) => ({ ...patch }));
  const all = migrate(draft.flow, { answers: patches, places: [] }, typed).answers;
  const kept = migrate(
    draft.flow,
    { answers: patches, places: [] },
    typed.filter((step) => !step.askAgain),
  ).answers;
  const lost = Object.entries(kept).flatMap(([form, patch]) =>
    Object.keys(patch).flatMap((field): FlowNotice[] =>
      Object.hasOwn(all[form] ?? {}, field) ? [] : [{ form, field, reason: 'changed' }],
    ),
  );
  const before = carriedBases(draft, steps);
  const drafts = Object.fromEntries(
    Object.entries(all).flatMap(([form, patch]) =>
      Object.keys(patch).length > 0 ? [[form, basedOn(snapshot, form, patch, before)] as const] : [],
    ),
  );
  return { draft: { ...draft, release: snapshot.release, drafts, pending: carryPending(draft, steps) }, lost };
}

/**
 * Keeps the hash of the server's answer from the first change of a field, so that a change made elsewhere is still detected. If a migration
 * changed the answer itself, that hash is stale. Then the server's current answer counts, because it went through the same migration.
 */
const basedOn = (snapshot: FlowSnapshot, form: string, patch: Answers[string], before: ReadonlyMap<string, string>): FormDraft => ({
  patch,
  base: mapValues(patch, (_value, field) => before.get(`${form}.${field}`) ?? serverHash(snapshot, form, field)),
});

/** Returns the old hashes at the new places, without those of answers that a step changed. */
function carriedBases({ flow, drafts }: FlowDraft, steps: readonly ChosenStep[]): Map<string, string> {
  const all = Object.entries(drafts).flatMap(([form, { base }]) =>
    Object.entries(base).map(([field, hash]) => ({ hash, place: { form, field } })),
  );
  const carried = steps.reduce((bases, step) => {
    const changed = answerChangedBy(step);
    const same = bases.filter(({ place }) => place.form !== changed?.form || place.field !== changed.field);
    const { places } = migrate(flow, { answers: {}, places: same.map(({ place }) => place) }, [step]);
    return same.flatMap(({ hash }, index) => {
      const place = places[index];
      return place ? [{ hash, place }] : [];
    });
  }, all);
  return new Map(carried.map(({ hash, place: { form, field } }) => [`${form}.${field}`, hash]));
}

/** The answer that a step changes: another code, a default, or a renamed or removed part. */
function answerChangedBy({ mapCode, default: given, rename, drop, askAgain }: ChosenStep): { form: string; field: string } | undefined {
  const inside = [rename, drop, askAgain].find((step) => step?.field?.includes('.'));
  const { form, field } = mapCode ?? given ?? inside ?? {};
  return form === undefined || field === undefined ? undefined : { form, field: field.split('.')[0] ?? field };
}

function carryPending({ flow, pending }: FlowDraft, steps: readonly ChosenStep[]): Record<string, PendingStep> {
  const entries = Object.entries(pending).flatMap(([step, waiting]): [string, PendingStep][] => {
    const { form, kept, skip } = waiting;
    const answers: Answers = form === undefined ? {} : { [form]: waiting.answers };
    const places = form === undefined ? [] : kept.map((field) => ({ form, field }));
    const after = migrate(flow, { answers, places }, steps);
    const same = migrate(flow, { answers, places }, keepingSteps(steps));
    const [name] = Object.keys(after.answers);
    const isWhole = form === undefined || (name !== undefined && Object.keys(after.answers).length === 1);
    if (!isWhole || after.askedAgain.length > 0 || !sameAnswer(after.answers, same.answers)) return [];
    const next = name === undefined ? {} : (after.answers[name] ?? {});
    const stillKept = after.places.flatMap((place) => place?.field ?? []);
    const isUnchanged = sameAnswer(next, waiting.answers) && sameAnswer(stillKept, kept);
    // Another body with the same idempotency key would be refused.
    const key = isUnchanged ? waiting.key : crypto.randomUUID();
    return [
      [
        after.stepNames[step] ?? step,
        { ...(name === undefined ? {} : { form: name }), ...(skip && { skip }), answers: next, kept: stillKept, key },
      ],
    ];
  });
  return Object.fromEntries(entries);
}

const mapValues = <From, To>(values: Readonly<Record<string, From>>, change: (value: From, name: string) => To): Record<string, To> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, change(value, name)]));
