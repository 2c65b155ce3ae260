import type { StepEvent } from '../../contract/stepCounts.ts';
import { limitPerHour } from '../limits/limitPerHour.ts';
import type { Deps } from '../deps.ts';
import { fail } from '../problem.ts';
import { formWords } from '../release/formWords.ts';
import type { LoadedRelease } from '../release/types.ts';
import type { Session } from '../sessions/sessions.ts';
import { todayOf } from '../time.ts';

/** Twice the number of events that somebody causes by hurrying through a long flow. */
const batchesAnHour = 240;

/**
 * Counts what a device reports. Accepts only names from the active release, so that no answer can be among them. The rate limit knows the
 * customer; the counts do not.
 */
export async function countOnDevice(
  deps: Deps,
  session: Session,
  { flow, events }: { flow: string; events: readonly StepEvent[] },
): Promise<Record<string, never>> {
  const release = deps.releases.active();
  if (!(await areKnown(release, flow, events))) fail('badRequest', { problems: [{ code: 'unknownName', path: '/events' }] });
  await limitPerHour(deps, session.customerId, 'stepCounts', batchesAnHour);
  const place = { day: todayOf(deps), release: release.hash, language: session.customer.language, flow };
  for (const { step, event, field = '', code = '' } of events) deps.stepCounts.add({ ...place, step, event, field, code });
  return {};
}

async function areKnown(release: LoadedRelease, flow: string, events: readonly StepEvent[]): Promise<boolean> {
  if (!Object.hasOwn(release.manifest.flows, flow)) return false;
  const { steps } = await release.flow(flow);
  for (const { step: id, field, code } of events) {
    const step = steps.find((each) => each.id === id);
    if (!step) return false;
    if (field === undefined && code === undefined) continue;
    if (field === undefined || step.form === undefined) return false;
    const { module } = await release.form(step.form);
    if (!Object.hasOwn(module.fields, field)) return false;
    if (code !== undefined && !(await isCode(release, step.form, field, code))) return false;
  }
  return true;
}

/** Whether people can read the reason: each code has a text. A part of an answer has its own `required`. */
async function isCode(release: LoadedRelease, form: string, field: string, code: string): Promise<boolean> {
  if (code === 'required') return true;
  const words = await formWords(release, release.manifest.settings.languages.default);
  return words.has(`common.validation.${code}`) || words.has(`forms.${form}.${field}.errors.${code}`) || words.has(`errors.${code}`);
}
