import { sql } from 'kysely';
import type { CompiledStep } from '../../../engine/flow/types.ts';
import type { Wording } from '../../../engine/form/shownValue.ts';
import type { FieldFigure, StepFigure } from '../../contract/staff/stepFigures.ts';
import type { Deps } from '../deps.ts';
import { cachedFigure } from '../figures/cached.ts';
import { firstDayOf } from '../figures/period.ts';
import { fail } from '../problem.ts';
import { formWords } from '../release/formWords.ts';
import type { LoadedRelease } from '../release/types.ts';

interface Sum {
  step: string;
  field: string;
  event: string;
  code: string;
  count: number;
}

const total = (sums: readonly Sum[], event: string): number =>
  sums.reduce((sum, each) => (each.event === event ? sum + each.count : sum), 0);

/** Totals of what was counted in each step. A step is begun only once, whatever fields are changed. */
export async function stepSums(deps: Pick<Deps, 'db' | 'releases' | 'clock'>, flow: string, days: number): Promise<readonly Sum[]> {
  const { rows } = await sql<Sum>`
    select step, event, case when event = 'begun' then field else '' end as field, '' as code, sum(count)::int as count
    from step_counts where flow = ${flow} and day >= ${firstDayOf(deps, days)}::date group by 1, 2, 3`.execute(deps.db);
  return rows;
}

/**
 * Smaller counts are not shown, and all counts are rounded. Otherwise a count that changes while somebody types would reveal something
 * about that person.
 */
const fewest = 10;
const counted = 5;

/** How many drafts are at each step of a flow now. */
async function standingAt({ db }: Pick<Deps, 'db'>, flow: string): Promise<ReadonlyMap<string, number>> {
  const rows = await db
    .selectFrom('flow_states')
    .select(({ fn }) => ['step', fn.countAll<string>().as('count')])
    .where('flow', '=', flow)
    .where('step', '<>', '')
    .groupBy('step')
    .execute();
  return new Map(rows.map(({ step, count }) => [step ?? '', Number(count)]));
}

/** Where people stop in the steps of a flow, as defined by the active release. */
export async function stepFigures(deps: Deps, { flow: id, days }: { flow: string; days: number }) {
  const { flow, release, words } = await flowOf(deps, id);
  return cachedFigure(deps, `steps ${id} ${days}`, async () => {
    const byStep = Map.groupBy(await stepSums(deps, id, days), ({ step }) => step);
    const standing = await standingAt(deps, id);
    const steps = flow.steps.map((step): StepFigure => {
      const sums = (byStep.get(step.id) ?? []).filter(({ field }) => field === '');
      const [reached, saved] = [total(sums, 'reached'), total(sums, 'saved')];
      const now = standing.get(step.id) ?? 0;
      return {
        step: step.id,
        label: labelOf(release, words, step),
        reached,
        saved,
        stopped: Math.max(0, reached - saved),
        ...(now >= fewest && { standing: now - (now % counted) }),
        resumed: total(sums, 'resumed'),
        refused: total(sums, 'refused'),
        sentBack: total(sums, 'sentBack'),
        seen: total(sums, 'seen'),
        begun: total(sums, 'begun'),
        left: total(sums, 'left'),
      };
    });
    return { steps, submitted: total(byStep.get('') ?? [], 'submitted') };
  });
}

/** Where people stop among the fields of a step. */
export async function fieldFigures(deps: Deps, { flow: id, step, days }: { flow: string; step: string; days: number }) {
  const { flow, release, words } = await flowOf(deps, id);
  const found = flow.steps.find((each) => each.id === step) ?? fail('notFound');
  return cachedFigure(deps, `fields ${id} ${step} ${days}`, async () => {
    const { form } = found;
    const label = labelOf(release, words, found);
    if (form === undefined) return { label, fields: [] };
    const { rows } = await sql<Sum>`
      select step, field, event, code, sum(count)::int as count
      from step_counts where flow = ${id} and step = ${step} and day >= ${firstDayOf(deps, days)}::date and field <> ''
      group by 1, 2, 3, 4`.execute(deps.db);
    const byField = Map.groupBy(rows, ({ field }) => field);
    const { fields } = (await release.form(form)).module;
    const asked = Object.entries(fields).filter(([, { derived }]) => !derived);
    return {
      label,
      fields: asked.map(([field]): FieldFigure => {
        const sums = byField.get(field) ?? [];
        const refused = sums.filter(({ event }) => event === 'refused').toSorted((one, other) => other.count - one.count);
        return {
          field,
          label: words.t(`forms.${form}.${field}.label`),
          begun: total(sums, 'begun'),
          left: total(sums, 'left'),
          refused: total(sums, 'refused'),
          sentBack: total(sums, 'sentBack'),
          reasons: refused.slice(0, 5).map(({ code, count }) => ({ code, count })),
        };
      }),
    };
  });
}

/** The title of the step's form, or of its screen. */
export function labelOf({ manifest }: LoadedRelease, words: Wording, { form, route, id }: CompiledStep): string {
  const keys = [...(form === undefined ? [] : [`forms.${form}.title`]), `screens.${manifest.routes[route]}.title`];
  const key = keys.find((each) => words.has(each));
  return key === undefined ? id : words.t(key);
}

/** A flow of the active release with its words in the product's first language, which staff read. */
async function flowOf(deps: Deps, id: string) {
  const release = deps.releases.active();
  if (!Object.hasOwn(release.manifest.flows, id)) fail('notFound');
  const words = await formWords(release, release.manifest.settings.languages.default);
  return { release, flow: await release.flow(id), words };
}
