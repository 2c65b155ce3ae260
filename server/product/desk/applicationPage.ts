import { sql } from 'kysely';
import { withoutItem } from '../../../engine/flow/instances.ts';
import { mask } from '../../../engine/form/mask.ts';
import type { AnswerRow, AnswerSection } from '../../contract/staff/answers.ts';
import type { ApplicationEvent, SharedNumber } from '../../contract/staff/applications.ts';
import type { Deps } from '../../platform/deps.ts';
import { answerSections } from '../../platform/flows/sections.ts';
import { enumLabels } from '../../platform/release/enumLabels.ts';
import type { LoadedRelease } from '../../platform/release/types.ts';
import { numbersIn } from '../application/answers.ts';
import { faceMatchOf } from '../application/faceMatches.ts';
import { numberOf } from '../application/number.ts';
import { sharersOf } from '../submittedNumbers/numbers.ts';
import { loansOf } from './loans.ts';
import type { StaffSession } from '../../platform/staff/sessions.ts';
import { changesOf } from './changes.ts';
import { pendingOf } from './pending.ts';
import { decidingOf } from './preview.ts';
import { summaryOf } from './summary.ts';
import { isRevealable, openAnswers, sensitivityOf, type Opened } from './opened.ts';

/** Maximum number of a customer's earlier applications, and of others with the same number, on one page. */
const most = 20;

/** An application as staff see it. Sensitive answers are masked for every role; see `reveal`. */
export async function openApplication(deps: Deps, staff: StaffSession, id: string) {
  const opened = await openAnswers(deps, id);
  const { row, release, answers } = opened;
  const [sections, events, flow, earlier, loans, shared, pending, changes] = await Promise.all([
    answerSections(release, row.flow, answers, release.manifest.settings.languages.default),
    eventsOf(deps, opened),
    flowOf(deps, opened),
    earlierOf(deps, opened),
    loansOf(deps, row.customer_id),
    sharedOf(deps, opened),
    pendingOf(deps, staff, id),
    changesOf(deps, opened),
  ]);
  const reason = row.reason === null ? {} : { reason: await reasonText(release, row.state, row.reason) };
  const isPending = pending !== undefined && pending.refused === undefined;
  return {
    application: summaryOf(deps, row),
    ...reason,
    ...maskedAnswers(opened),
    sections,
    photos: photosIn(sections),
    ...flow,
    events,
    earlier,
    loans,
    shared,
    deciding: await decidingOf(deps, staff, opened, { sections, isPending }),
    ...(pending && { pending }),
    changes,
  };
}

function maskedAnswers({ answers, forms }: Opened) {
  const masked = Object.entries(answers).map(([form, given]) => [
    form,
    Object.fromEntries(
      Object.entries(given).map(([field, value]) => {
        const sensitive = sensitivityOf(forms, form, field);
        return [
          field,
          sensitive
            ? mask(value, sensitive === 'pii' ? 'pii' : 'secret', forms.get(withoutItem(form))?.definition.schema.properties[field])
            : value,
        ];
      }),
    ),
  ]);
  const sensitive = Object.entries(answers).map(([form, given]) => [
    form,
    Object.keys(given).filter((field) => isRevealable(sensitivityOf(forms, form, field))),
  ]);
  return {
    answers: Object.fromEntries(masked) as Record<string, Record<string, unknown>>,
    sensitive: Object.fromEntries(sensitive.filter(([, fields]) => (fields?.length ?? 0) > 0)) as Record<string, string[]>,
  };
}

/** The history of an application, with people's names and the texts of reasons. */
async function eventsOf(deps: Deps, { row, release }: Opened): Promise<ApplicationEvent[]> {
  const events = await deps.db
    .selectFrom('application_events')
    .leftJoin('staff', (join) => join.on('application_events.actor', '=', sql<string>`'staff:' || staff.id`))
    .select(['application_events.id', 'event', 'from_state', 'to_state', 'actor', 'at', 'detail', 'staff.name'])
    .where('application_id', '=', row.id)
    .orderBy('application_events.id')
    .execute();
  return Promise.all(
    events.map(async ({ id, event, from_state: from, to_state: to, actor, at, detail, name }) => ({
      id: String(id),
      event,
      from,
      to,
      actor,
      who: actor.startsWith('staff:') ? ('staff' as const) : actor === 'borrower' ? ('customer' as const) : ('system' as const),
      ...(name === null ? {} : { name }),
      ...(typeof detail['reason'] === 'string' ? { reason: await reasonText(release, to, detail['reason']) } : {}),
      at: at.toISOString(),
    })),
  );
}

/** The release's text for the reason of a state. Older releases have one list for all reasons. */
async function reasonText(release: LoadedRelease, state: string, reason: string): Promise<string> {
  const { decisionReason = {}, rejectionReason = {} } = await enumLabels(release, release.manifest.settings.languages.default);
  return (state === 'rejected' ? rejectionReason[reason] : undefined) ?? decisionReason[reason] ?? reason;
}

/** Keeps the rows that are photos. */
const photosIn = (sections: readonly AnswerSection[]): AnswerRow[] =>
  sections.flatMap(({ rows }) => rows).filter(({ file }) => file === 'photo');

/** The flow's data other than answers: the fields sent back, and the face comparison. */
async function flowOf(deps: Deps, { row, answers }: Opened) {
  const state = await deps.db
    .selectFrom('flow_states')
    .select(['corrections', 'facts'])
    .where('customer_id', '=', row.customer_id)
    .where('flow', '=', row.flow)
    .executeTakeFirst();
  const face = await faceMatchOf(deps, { customerId: row.customer_id, answers }, state?.facts['faceMatched'] === true);
  return { corrections: [...(state?.corrections ?? [])], face };
}

async function earlierOf(deps: Deps, { row }: Opened) {
  const rows = await deps.db
    .selectFrom('applications')
    .selectAll()
    .where('customer_id', '=', row.customer_id)
    .where('id', '<', row.id)
    .orderBy('id', 'desc')
    .limit(most)
    .execute();
  return rows.map((earlier) => summaryOf(deps, { ...earlier, phone_sealed: row.phone_sealed }));
}

/** Applications of other customers who submitted the same ID number or account. */
async function sharedOf(deps: Deps, { row, answers }: Opened): Promise<SharedNumber[]> {
  const sharers = await sharersOf(deps.db, deps, row.customer_id, numbersIn(answers));
  if (sharers.length === 0) return [];
  const ids = [...new Set(sharers.map(({ customer_id: customerId }) => customerId))];
  const rows = await deps.db
    .selectFrom('applications')
    .select(['id', 'customer_id', 'state'])
    .where('customer_id', 'in', ids)
    .orderBy('id', 'desc')
    .limit(most)
    .execute();
  return rows.flatMap(({ id, customer_id: customerId, state }) => {
    const kinds = sharers.filter(({ customer_id: sharer }) => sharer === customerId).map(({ kind }) => kind);
    return [...new Set(kinds)].map((kind) => ({ id: `${id}.${kind}`, kind, application: id, number: numberOf(id), state }));
  });
}
