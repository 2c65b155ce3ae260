import type { Flow, FlowStep } from '../../config/flow.ts';
import type { JsonSchema, Scope } from '../../expression/index.ts';
import type { BundledForm } from '../forms/bundle.ts';
import { pointerToPath } from '../project/document.ts';
import type { Entry, Project } from '../project/project.ts';
import { placeOfSubFlow, stepsBefore } from '../project/subFlows.ts';
import { answersSchema, listOf, listSchema } from './answers.ts';
import { onceByKey } from './once.ts';

export const anything: JsonSchema = {};

const wholeNumber: JsonSchema = { type: 'integer' };

/** Additional names for the expressions of an unknown step, which may be asked for each item of a list. */
const unknownItem: Scope = { item: anything, itemNumber: anything };

export const merged = (scopes: readonly Scope[]): Scope => Object.fromEntries(scopes.flatMap(Object.entries<JsonSchema>));

/** The answers that flows have asked for at a given point. */
export function askedForms(project: Project, forms: ReadonlyMap<string, BundledForm>) {
  const once = onceByKey<Scope>();

  function answersOf(id: string, maybeNotAsked: boolean, transient = false): Scope {
    const form = forms.get(id);
    return { [id]: form ? answersSchema(form, { transient, maybeNotAsked }) : anything };
  }

  /** The answers to the form of one step. A list, if the form is asked for each item. */
  function answersIn({ form, forEach }: FlowStep, maybeNotAsked: boolean): Scope {
    if (form === undefined) return {};
    if (forEach === undefined) return answersOf(form, maybeNotAsked);
    // An item that is not answered yet, or whose step is off the path, has no answers.
    return { [form]: listSchema(answersOf(form, true)[form] ?? anything) };
  }

  /** The forms of earlier steps in one flow. A step with a condition may have been skipped. */
  function before(flow: Flow, upTo: number): Scope {
    return merged(flow.steps.slice(0, upTo).map((step) => answersIn(step, isConditional(step))));
  }

  /** Additional names for the expressions of a step that is asked for each item. */
  function itemOfStep(step: FlowStep | undefined): Scope {
    if (step?.forEach === undefined) return {};
    return { item: listOf(step.forEach, forms)?.items ?? anything, itemNumber: wholeNumber };
  }

  /** An unknown step may ask for each item of a list. */
  function itemOfForm(id: string): Scope {
    const [step] = project.all('flow').flatMap(({ value }) => value.steps.filter(({ form }) => form === id));
    return step === undefined && project.lacksSteps ? unknownItem : itemOfStep(step);
  }

  /** The forms that every flow with this form asks for before it. */
  const earlierForms = (id: string): Scope => once(id, () => findEarlier(id));

  function findEarlier(id: string): Scope {
    // The order of unknown steps is unknown.
    if (project.lacksSteps) return allForms();
    const scopes = project.all('flow').flatMap(({ value: flow }) => {
      const index = flow.steps.findIndex((step) => step.form === id);
      // A guest's device does not have the customer's answers.
      return index === -1 || flow.steps[index]?.guest ? [] : [before(flow, index)];
    });
    return merged(scopes);
  }

  /** All forms. A form is certain if some flow always asks for it. */
  function allForms(): Scope {
    const steps = project.all('flow').flatMap(({ value }) => value.steps);
    const always = new Set(steps.flatMap((step) => (isConditional(step) ? [] : (step.form ?? []))));
    const lists = steps.filter(({ forEach }) => forEach !== undefined).map((step) => answersIn(step, true));
    const asked = new Set(steps.map(({ form }) => form));
    // An unknown step may ask for the form, once or for each item of a list.
    const scopeOf = (id: string) => (project.lacksSteps && !asked.has(id) ? { [id]: anything } : answersOf(id, !always.has(id)));
    return merged([...project.knownIds('form').map(scopeOf), ...lists]);
  }

  /** The answers that an expression of a flow or sub-flow can read. A sub-flow reads what its position in the flow allows. */
  function atStep(entry: Entry, pointer: string): Scope {
    const found = entry.kind === 'subFlow' ? placeOfSubFlow(entry.id, project) : { flow: entry as Entry<Flow>, at: undefined };
    if (!found) return allForms();
    const { steps } = found.flow.value;
    const [, index, key] = pointerToPath(pointer);
    if (!pointer.startsWith('/steps/')) return before(found.flow.value, steps.length);
    const at =
      found.at === undefined ? stepsBefore(found.flow, Number(index), project) : stepsBefore(found.flow, found.at, project) + Number(index);
    const known = { ...before(found.flow.value, key === 'until' ? at + 1 : at), ...itemOfStep(steps[at]) };
    return project.lacksSteps ? { ...unknownItem, ...allForms(), ...known } : known;
  }

  /** The forms and items that expressions of a flow or sub-flow read. */
  function inFlow(entry: Entry): Scope[] {
    const flow = entry.kind === 'subFlow' ? placeOfSubFlow(entry.id, project)?.flow : (entry as Entry<Flow>);
    if (!flow || project.lacksSteps) return [allForms()];
    return [before(flow.value, flow.value.steps.length), ...flow.value.steps.map(itemOfStep)];
  }

  return { answersOf, earlierForms, allForms, itemOfForm, atStep, inFlow };
}

function isConditional(step: FlowStep): boolean {
  return step.when !== undefined || step.within !== undefined || step.optional === true;
}
