import type { OpenRelease } from '../../../../engine/compiler/index.ts';
import type { Answers, FormAnswers } from '../../../../engine/config/definitions.ts';
import type { FieldUi } from '../../../../engine/config/formUi.ts';
import { answersAround, formKeyOf, stepOf } from '../../../../engine/flow/instances.ts';
import type { StepView } from '../../../../engine/flow/types.ts';
import { isPlainObject } from '../../../../engine/form/empty.ts';
import { MadeUpApplicant, seedsTo } from '../../../../engine/scenario/index.ts';
import { findOrRegister, readCustomer } from '../../customer/customers.ts';
import { exampleNumber, type PhoneNumber } from '../../customer/phone.ts';
import type { Deps } from '../../deps.ts';
import { reserveUpload } from '../../files/quota.ts';
import { layoutsIn, storeFile } from '../../files/service.ts';
import { filesIn } from '../../flows/files.ts';
import { flowCustomerOf } from '../../flows/flowCustomer.ts';
import { resume, type FlowProgress } from '../../flows/resume.ts';
import { saveStep } from '../../flows/saveStep.ts';
import { countryServed } from '../../loginPolicy/policy.ts';
import { ProblemError } from '../../problem.ts';
import type { LoadedForm } from '../../release/types.ts';
import { todayOf } from '../../time.ts';
import type { GivenAnswer, NotReached, WantedStep } from '../messages.ts';
import { samplePdf, samplePhoto } from './samples.ts';

export interface StagePerson {
  customerId: string;
  number: PhoneNumber;
}

/** More steps than any flow has. */
const mostSteps = 200;
const seedsTried = 40;
/** Maximum number of attempts, since the server's checks may refuse what the forms accept. */
const mostAttempts = 4;

export type Led = { person: StagePerson; route: string } | NotReached;

/**
 * Takes somebody to a step of a flow: either the given person, from where they are, or a new one with made-up answers. Each step is saved
 * by the same function as a customer's, so a preview never shows a state that nobody could reach.
 */
export async function leadTo(deps: Deps, release: OpenRelease, wanted: WantedStep, person?: StagePerson): Promise<Led> {
  const flow = Object.hasOwn(release.flows, wanted.flow) ? release.flows[wanted.flow] : undefined;
  if (!flow?.steps.some(({ id }) => id === wanted.step)) return { why: 'noStep' };
  const first = await somebody(deps, person);
  const { session } = await flowCustomerOf(deps, first.customerId);
  const start = Math.floor(Math.random() * 1_000_000);
  const seeds = Array.from({ length: seedsTried }, (_, index) => start + index);
  const given = answersFrom(wanted.given ?? []);
  const applicants = applicantsOf(release, given);
  if (!applicants) return { why: 'unanswerable' };
  const { flow: id, step } = wanted;
  const reaching = seedsTo(release, { flow: id, step, today: todayOf(deps), session, given }, seeds, mostAttempts);
  let refused: NotReached = { why: 'offPath' };
  for (const [index, seed] of (reaching.length > 0 ? reaching : seeds.slice(0, mostAttempts)).entries()) {
    const who = index === 0 ? first : await somebody(deps, person);
    const led = await walk(deps, applicants(seed), wanted, who);
    if ('route' in led) return { person: who, route: led.route };
    refused = led;
  }
  return refused;
}

/** Makes applicants who give these answers. Undefined if the release does not ask for one of them. */
function applicantsOf(release: OpenRelease, given: Answers): ((seed: number) => MadeUpApplicant) | undefined {
  const of = (seed: number) => new MadeUpApplicant(release, seed, given);
  try {
    of(0);
    return of;
  } catch (error) {
    if (error instanceof Error && error.name === 'WrongStep') return undefined;
    throw error;
  }
}

/** Answers by form and field. */
function answersFrom(given: readonly GivenAnswer[]): Answers {
  const answers: Record<string, Record<string, unknown>> = Object.create(null) as Record<string, Record<string, unknown>>;
  for (const { path, value } of given) {
    const names = path.split('.');
    const last = names.pop() ?? '';
    let at: Record<string, unknown> = answers;
    for (const name of names) at = at[name] = (Object.hasOwn(at, name) ? at[name] : Object.create(null)) as Record<string, unknown>;
    at[last] = value;
  }
  return JSON.parse(JSON.stringify(answers)) as Answers;
}

/** The person, or a customer who has just registered. */
async function somebody(deps: Deps, person: StagePerson | undefined): Promise<StagePerson> {
  if (person) return person;
  const number = exampleNumber(countryServed(deps));
  const { id } = await deps.db.transaction().execute((tx) => findOrRegister(deps, tx, number, undefined));
  return { customerId: id, number };
}

async function walk(
  deps: Deps,
  applicant: MadeUpApplicant,
  { flow, step }: WantedStep,
  { customerId }: StagePerson,
): Promise<{ route: string } | NotReached> {
  for (let count = 0; count < mostSteps; count += 1) {
    const progress = await resume(deps, await flowCustomerOf(deps, customerId), flow);
    const { record, rules } = progress;
    if (await deps.product.flowHooks.sent(deps, progress)) return { why: 'sent' };
    const position = rules.position(record);
    const found = position.path.find(({ id, open }) => open && stepOf(rules.flow, id)?.id === step);
    if (found) return { route: found.route };
    const { step: next } = position;
    if (!next) return { why: 'offPath' };
    if (next.status === 'waiting') return { why: 'waits', at: next.id };
    try {
      await answer(deps, applicant, progress, next);
    } catch (error) {
      if (error instanceof ProblemError) return { why: 'refused', at: next.id, code: error.details.problems?.[0]?.code ?? error.code };
      if (error instanceof Error && error.name === 'WrongStep') return { why: 'unanswerable', at: next.id };
      throw error;
    }
  }
  return { why: 'offPath' };
}

async function answer(deps: Deps, applicant: MadeUpApplicant, { customer, record, rules }: FlowProgress, { id }: StepView): Promise<void> {
  const { customerId } = customer;
  const row = await readCustomer(deps.db, customerId);
  const now = deps.clock.now();
  const key = formKeyOf(rules.flow, id);
  const around = { ...rules.environment.surroundings, ...answersAround(rules.flow, key ?? '', record.answers) };
  const answers = key === undefined ? {} : await withFiles(deps, customerId, rules.form(key), applicant.answer(key, {}, around));
  const session = { idHash: new Uint8Array(), customerId, customer: row, startedAt: now, verifiedAt: now };
  await saveStep(deps, deps.product.flowHooks, { session, flow: record.flow, step: id, answers, kept: [], revision: record.revision });
}

/** Uploads a file for each made-up file id. */
async function withFiles(deps: Deps, customerId: string, form: LoadedForm, answers: FormAnswers): Promise<FormAnswers> {
  const hooks = deps.product.flowHooks;
  const stored = new Map<string, string>();
  for (const { fileId, purpose } of filesIn(form, answers, hooks)) {
    const layout = layoutsIn(form.definition.ui.fields).find((each) => each['ui:options']?.['purpose'] === purpose);
    const reservation = await reserveUpload(deps, customerId);
    const sample = await sampleFor(layout);
    stored.set(fileId, (await storeFile(deps, reservation, { purpose }, sample)).fileId);
  }
  return stored.size === 0 ? answers : (renamed(answers, stored) as FormAnswers);
}

function sampleFor(layout: FieldUi | undefined): Promise<Uint8Array> {
  const { types, facing } = layout?.['ui:options'] ?? {};
  if (Array.isArray(types) && !types.includes('photo')) return samplePdf();
  return samplePhoto(facing === 'user' ? 'face' : 'card');
}

function renamed(value: unknown, names: ReadonlyMap<string, string>): unknown {
  if (typeof value === 'string') return names.get(value) ?? value;
  if (Array.isArray(value)) return value.map((each) => renamed(each, names));
  if (!isPlainObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, renamed(each, names)]));
}
