import type { Migration } from '../../../engine/config/carryOver.ts';
import { fieldOf } from '../../../engine/form/pointer.ts';
import type { FlowNotice, FlowState } from '../../../engine/flow/types.ts';
import { withoutItem } from '../../../engine/flow/instances.ts';
import { chooseSteps, keepingSteps, migrate, pendingMigrations, type AskedAgain, type ChosenStep } from '../../../engine/migrate/index.ts';
import type { CustomerVault } from '../crypto/vault.ts';
import type { RecordedPolicy } from '../release/types.ts';
import { emptyRecord, resealed, type FlowRecord } from './record.ts';
import type { FlowRules } from './rules.ts';

export type Carried =
  /** Every answer stays valid unchanged. */
  | { is: 'held'; record: FlowRecord }
  | { is: 'migrated'; record: FlowRecord; migrations: string[]; askedAgain: readonly AskedAgain[] }
  | { is: 'restarted'; record: FlowRecord }
  /** The draft keeps its release. `unmet` names the answers that are still invalid or unknown after the migrations. */
  | { is: 'pinned'; unmet: string[] };

export interface Carrying {
  record: FlowRecord;
  /** Rules of the draft's current release. */
  own: FlowRules;
  /** Rules of the release to migrate to. */
  next: FlowRules;
  vault: CustomerVault;
  recorded?: RecordedPolicy | undefined;
}

/**
 * Decides what happens to a draft under another release (design §4). The draft moves if its answers are valid there, unchanged or after
 * pending migrations. Otherwise the policy decides. Reads and writes nothing, so that `hakbang diff` can rehearse it.
 */
export function carry({ record, own, next, vault, recorded }: Carrying): Carried {
  const pending = pendingMigrations(own.release.hash, own.release.manifest.carryOver, next.release.manifest.carryOver);
  if (pending.steps.length === 0 && unmetOf(next, record, []).length === 0)
    return { is: 'held', record: underRelease(record, next, vault) };
  const attempt = pending.steps.length > 0 ? migrated({ record, own, next, vault }, pending.migrations) : undefined;
  if (attempt && attempt.unmet.length === 0) {
    return { is: 'migrated', record: attempt.record, migrations: pending.migrations.map(({ id }) => id), askedAgain: attempt.askedAgain };
  }
  const policy = pending.otherwise ?? recorded ?? 'pin';
  // A submitted draft is never restarted: its answers belong to the application.
  if (policy === 'restart' && !own.position(record).complete) return { is: 'restarted', record: restarted(record, next) };
  return { is: 'pinned', unmet: attempt?.unmet ?? [] };
}

const underRelease = (record: FlowRecord, { release, forms }: FlowRules, vault: CustomerVault): FlowRecord => ({
  ...resealed({ ...record, sealed: {} }, vault, forms),
  release: release.hash,
});

function restarted(record: FlowRecord, { release, flow }: FlowRules): FlowRecord {
  const first = flow.steps.find(({ form }) => form !== undefined)?.form;
  const notices: FlowNotice[] = first === undefined ? [] : [{ form: first, reason: 'restarted' }];
  return { ...emptyRecord(record.customerId, record.flow, release.hash), revision: record.revision + 1, notices };
}

function migrated({ record, own, next, vault }: Carrying, migrations: readonly Migration[]) {
  const { flow, answers } = record;
  const steps = chooseSteps({ flow, answers, migrations, expressions: next.carryOver, ...(next.report && { report: next.report }) });
  const after = migrate(record.flow, { answers: record.answers, places: record.corrections }, steps);
  const corrections = record.corrections.flatMap((request, index) => {
    const place = after.places[index];
    return place ? [{ ...request, ...place }] : [];
  });
  const notices: FlowNotice[] = [...record.notices, ...after.askedAgain.map((place) => ({ ...place, reason: 'changed' as const }))];
  const state = { ...record, answers: after.answers, corrections };
  const confirmed = stillConfirmed({ record, own, next }, state, after.stepNames, steps);
  const going = underRelease({ ...state, confirmed, notices, revision: record.revision + 1 }, next, vault);
  return { record: going, askedAgain: after.askedAgain, unmet: unmetOf(next, state, after.askedAgain) };
}

/**
 * Confirmations whose answers did not change, apart from renames. The comparison uses the new rules twice: with all migration steps, and
 * with only the steps that keep answers unchanged.
 */
function stillConfirmed(
  { record, own, next }: Pick<Carrying, 'record' | 'own' | 'next'>,
  state: FlowState,
  stepNames: Readonly<Record<string, string>>,
  steps: readonly ChosenStep[],
): Record<string, string> {
  const kept = migrate(record.flow, { answers: record.answers, places: [] }, keepingSteps(steps));
  const changed = knownIn(next, state);
  const unchanged = knownIn(next, { ...state, answers: kept.answers });
  return Object.fromEntries(
    Object.entries(record.confirmed).flatMap(([was, given]): [string, string][] => {
      if (given !== own.confirmation(was, record)) return [];
      const id = withoutItem(was);
      const now = (stepNames[id] ?? id) + was.slice(id.length);
      const confirmation = next.confirmation(now, changed);
      return confirmation !== undefined && confirmation === next.confirmation(now, unchanged) ? [[now, confirmation]] : [];
    }),
  );
}

/** A state without the answers to forms that the release does not have, because its rules cannot judge them. */
const knownIn = ({ forms }: FlowRules, state: FlowState): FlowState => ({
  ...state,
  answers: Object.fromEntries(Object.entries(state.answers).filter(([id]) => forms.has(withoutItem(id)))),
});

/** Stored answers that the release does not know or accept, except those that are asked again. */
function unmetOf(rules: FlowRules, state: FlowState, askedAgain: readonly AskedAgain[]): string[] {
  const onPath = new Set(rules.position(knownIn(rules, state)).path.flatMap(({ form }) => form ?? []));
  const isAsked = (form: string, field: string) =>
    askedAgain.some((place) => place.form === form && (place.field === undefined || place.field === field));
  return Object.entries(state.answers).flatMap(([id, answers]) => {
    const form = rules.forms.get(withoutItem(id));
    if (!form) return [withoutItem(id)];
    const unknown = Object.keys(answers).filter((field) => !Object.hasOwn(form.module.fields, field));
    const wrong = onPath.has(id) ? rules.check(id, state.answers).map(({ path }) => fieldOf(path)) : [];
    return [...unknown, ...wrong.filter((field) => !isAsked(id, field))].map((field) => `${withoutItem(id)}.${field}`);
  });
}
