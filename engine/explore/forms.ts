import type { Answers } from '../config/definitions.ts';
import type { FormSchema } from '../config/form.ts';
import type { OpenForm } from '../compiler/index.ts';
import type { Entry } from '../compiler/project/project.ts';
import { pointerTo } from '../compiler/project/document.ts';
import { rulesOf, type PlacedRule } from '../compiler/release/formModule.ts';
import type { Diagnostic } from '../compiler/types.ts';
import { applies } from '../form/applicability.ts';
import { checkForm } from '../form/check.ts';
import { contextOf } from '../form/context.ts';
import { fieldOf } from '../form/pointer.ts';
import type { RuleModule, Surroundings } from '../form/types.ts';
import { createRandom, fakeAnswers, fakeForm, type FakeForm } from '../fake/index.ts';
import { found, notFound } from './finding.ts';
import { wayTo } from './flows.ts';
import { FlowSearch, type Arrival } from './flowSearch.ts';
import { exploreInnerRule, exploreParts } from './inner.ts';
import type { Explored } from './project.ts';

/** Checks one form: its conditions, its rules, and whether each choice can be accepted. */
export function exploreForm(entry: Entry<FormSchema>, explored: Explored): Diagnostic[] {
  const form = explored.open.forms[entry.id];
  if (!form) return [];
  return [
    ...Object.keys(form.schema.properties).flatMap((field) => condition(entry, form, field, explored)),
    ...rulesOf(form.schema).flatMap((placed, index) => rule(entry, form, placed, form.module.rules[index], explored)),
    ...exploreParts(entry, form, explored),
    ...choices(entry, form, explored),
  ];
}

const surroundingsOf = ({ context, answers }: Arrival): Surroundings => {
  const { session, today, constants, features, item, itemNumber } = context as unknown as Surroundings;
  return { answers, session, today, constants, features, ...(item !== undefined && { item, itemNumber: itemNumber ?? 1 }) };
};

/** If nobody reaches a form, the flow reports it, so the form does not. */
const isReached = ({ answers }: Arrival, form: string): boolean => answers[form] !== undefined;

/** Checks that some people are asked for the field and others are not. */
function condition(entry: Entry<FormSchema>, form: OpenForm, field: string, explored: Explored): Diagnostic[] {
  const source = form.schema.properties[field]?.['x-when'];
  if (source === undefined) return [];
  const { id } = form.module;
  const seen = new Set<boolean>();
  let met: Answers | undefined;
  const search = new FlowSearch(explored, { steps: wayTo(id, explored), readers: conditionsOf(form, [field]), lenient: new Set([id]) });
  const bounds = search.run((arrival) => {
    if (!isReached(arrival, id)) return false;
    met ??= arrival.answers;
    const context = contextOf(surroundingsOf(arrival), id, arrival.answers[id] ?? {});
    return seen.add(applies(form.module, field, context)).size === 2;
  });
  const pointer = `${pointerTo('/properties', field)}/x-when`;
  if (seen.size === 0) return [];
  if (!seen.has(true)) return [notFound('never-true', entry, pointer, `Nobody is asked for "${field}"`, bounds, met)];
  if (!seen.has(false)) return [notFound('always-true', entry, pointer, `Everybody is asked for "${field}"`, bounds, met)];
  return [];
}

/** Checks that the rule can hold and can fail among people who are asked for everything it reads. */
function rule(
  entry: Entry<FormSchema>,
  form: OpenForm,
  placed: PlacedRule,
  module: RuleModule | undefined,
  explored: Explored,
): Diagnostic[] {
  const { id } = form.module;
  if (!module) return [];
  if (placed.scope !== '') return exploreInnerRule(entry, form, placed, module, explored);
  const seen = new Set<boolean>();
  let met: Answers | undefined;
  const readers = [{ source: placed.rule.assert, names: { self: id, form: id } }, ...conditionsOf(form, [module.at, ...module.reads])];
  const search = new FlowSearch(explored, { steps: wayTo(id, explored), readers, lenient: new Set([id]) });
  const bounds = search.run((arrival) => {
    if (!isReached(arrival, id)) return false;
    const answers = arrival.answers[id] ?? {};
    const context = contextOf(surroundingsOf(arrival), id, answers);
    const isAsked = applies(form.module, module.at, context) && [module.at, ...module.reads].every((field) => answers[field] !== undefined);
    if (isAsked) met ??= arrival.answers;
    if (isAsked) seen.add(holds(form, module, arrival));
    return seen.size === 2;
  });
  // The fields that it reads are never asked for, which their own conditions report.
  if (!met) return [];
  const pointer = `${placed.pointer}/assert`;
  if (!seen.has(true)) return [notFound('rule-never-holds', entry, pointer, `The rule "${placed.rule.error}" never holds`, bounds, met)];
  if (!seen.has(false)) return [notFound('rule-never-fails', entry, pointer, `The rule "${placed.rule.error}" never fails`, bounds, met)];
  return [];
}

function conditionsOf(form: OpenForm, fields: readonly string[]) {
  const { id } = form.module;
  return fields.flatMap((field) => {
    const source = form.schema.properties[field]?.['x-when'];
    return [
      { source: `has(self.${field})`, names: { self: id } },
      ...(source === undefined ? [] : [{ source, names: { self: id, form: id } }]),
    ];
  });
}

function holds(form: OpenForm, { error, at }: RuleModule, arrival: Arrival): boolean {
  const context = contextOf(surroundingsOf(arrival), form.module.id, arrival.answers[form.module.id] ?? {});
  return !checkForm(form.module, context).some(({ code, path }) => code === error && fieldOf(path) === at);
}

const triesPerChoice = 6;

/** Checks that the form can be completed, with each choice that its expressions distinguish. */
function choices(entry: Entry<FormSchema>, form: OpenForm, explored: Explored): Diagnostic[] {
  const { constants, features } = explored.open.settings;
  const fake = fakeForm(form.module, form.schema, constants, explored.open.conditions);
  const surroundings = { answers: {}, session: {}, today: explored.today, constants, features };
  const random = createRandom(1);
  if (!fakeAnswers(fake, { surroundings, random }))
    return [found('form-never-satisfied', entry, '', `Found no answers that "${entry.id}" accepts.`)];
  return Object.entries(form.schema.properties).flatMap(([field, { enum: members }]) => {
    if (!members || !fake.interests.has(`${entry.id}.${field}`)) return [];
    const lost = members.filter((member) => !isAccepted(fake, field, member, surroundings));
    return lost.map((member) =>
      found(
        'case-never-accepted',
        entry,
        pointerTo('/properties', field),
        `Found no answers with "${field}" ${JSON.stringify(member)} that the form accepts.`,
      ),
    );
  });
}

function isAccepted(form: FakeForm, field: string, member: unknown, surroundings: Surroundings): boolean {
  const fixed = { ...form, module: { ...form.module, fields: { ...form.module.fields } } };
  const definition = form.module.fields[field];
  const schema = form.schema.properties[field];
  if (!definition || !schema) return true;
  fixed.schema = { ...form.schema, properties: { ...form.schema.properties, [field]: { const: member as string } } };
  fixed.interests = new Map([...form.interests].filter(([path]) => path !== `${form.module.id}.${field}`));
  fixed.module.fields[field] = { ...definition, required: true };
  const random = createRandom(1);
  for (let tries = 0; tries < triesPerChoice; tries++) {
    const answers = fakeAnswers(fixed, { surroundings, random });
    if (!answers) return false;
    if (answers[field] === member) return true;
  }
  return true;
}
