import Type, { type Static } from 'typebox';
import { object } from './object.ts';
import { Action, Cel, Id, Ref, Route, SchemaRef } from './annotations.ts';

const ForEach = Type.String({
  title: 'For each',
  description:
    'A list of an earlier form, as <form>.<field>. The step is asked once for each of its items, which expressions read as item. Its route contains :item.',
  pattern: '^[a-z][A-Za-z0-9]*(\\.[a-z][A-Za-z0-9]*)+$',
});

/** Somebody other than the customer answers a step, through a link of their own. */
const Guest = object(
  {
    name: Cel('string', { title: 'Name', description: "The guest's name, from earlier answers." }),
    phone: Cel('string', {
      title: 'Phone',
      description: 'Number to which the link and the code are sent, from earlier answers. Another number needs a new invitation.',
    }),
    from: Cel('string', { title: 'From', description: "The inviter's name, shown to the guest. The guest sees no other answers." }),
    route: Route({ title: 'Route', description: "The screen that shows the form to the guest. The step's own route shows its state." }),
    done: Route({ title: 'Done', description: "The guest's confirmation screen." }),
    days: Type.Integer({ title: 'Days', description: 'Days for which an invitation works.', minimum: 1, maximum: 30 }),
  },
  { title: 'Guest', description: 'Asks somebody else to answer the step. It waits until they have.' },
);

const WrittenStep = object(
  {
    id: Id(),
    route: Route({ title: 'Route', description: 'The screen that shows the step.' }),
    kind: Type.Optional(
      Type.Enum(['form', 'review'], {
        title: 'Kind',
        description: 'form (default) shows a form; review shows all answers and asks for confirmation.',
      }),
    ),
    form: Type.Optional(Ref('form', { title: 'Form', description: 'The form asked; required for kind form.' })),
    forEach: Type.Optional(ForEach),
    optional: Type.Optional(
      Type.Boolean({ title: 'Optional', description: 'People can skip the step. Its form then has no answers. Default: false.' }),
    ),
    guest: Type.Optional(Guest),
    when: Type.Optional(Cel('bool', { title: 'When', description: 'The step is on the path only while this holds.' })),
    minutes: Type.Optional(
      Type.Number({ title: 'Minutes', description: 'About how long it takes; shown as time left.', minimum: 0, maximum: 20 }),
    ),
    check: Type.Optional(
      Ref('effect', {
        title: 'Check',
        description: 'A check the server runs when the step is saved; it may refuse with a code of the error catalogue.',
      }),
    ),
    until: Type.Optional(
      Cel('bool', { title: 'Until', description: 'A fact of the server that must hold for the step to be done, e.g. facts.faceMatched.' }),
    ),
  },
  { title: 'Step' },
);

/** A placeholder for the steps of a sub-flow. */
const SubFlowStep = object(
  {
    id: Id(),
    subFlow: Ref('subFlow', { title: 'Sub-flow', description: 'The sub-flow whose steps are asked here.' }),
    when: Type.Optional(Cel('bool', { title: 'When', description: 'The steps are on the path only while this holds.' })),
    forEach: Type.Optional(ForEach),
  },
  { title: 'Sub-flow' },
);

export const SubFlow = object(
  {
    $schema: SchemaRef,
    id: Id(),
    $comment: Type.Optional(Type.String()),
    steps: Type.Array(WrittenStep, {
      title: 'Steps',
      description: 'In order, in the place of the step that names the sub-flow.',
      minItems: 1,
    }),
  },
  { title: 'Sub-flow', description: 'Steps that belong together: under one condition, or asked for each item of a list.' },
);
export type SubFlow = Static<typeof SubFlow>;

/** A step of a flow, or of a sub-flow that was expanded in its place. */
export type FlowStep = Static<typeof WrittenStep> & {
  /** The step that names the sub-flow, if its steps are asked for each item of a list. */
  group?: string;
  /** The condition of the step that names the sub-flow. */
  within?: string;
};

export const FlowFile = object(
  {
    $schema: SchemaRef,
    id: Id(),
    $comment: Type.Optional(Type.String()),
    version: Type.Integer({ title: 'Version', minimum: 1 }),
    answersFrom: Type.Optional(
      Ref('flow', {
        title: 'Answers from',
        description:
          'Begins with the answers submitted in that flow, also sensitive ones. Each step waits until they are confirmed or changed.',
      }),
    ),
    steps: Type.Array(Type.Union([WrittenStep, SubFlowStep]), {
      title: 'Steps',
      description: 'In order; the position is the first on the path that is not done.',
      minItems: 1,
    }),
    onComplete: Type.Optional(Action({ title: 'On completion', description: 'What the last step does.' })),
  },
  { title: 'Flow', description: 'An ordered list of steps.' },
);
/** A flow as in its file. */
export type WrittenFlow = Static<typeof FlowFile>;
/** A flow with the steps of its sub-flows. */
export type Flow = Omit<WrittenFlow, 'steps'> & { steps: FlowStep[] };

export const Conditions = object(
  {
    $schema: SchemaRef,
    conditions: Type.Record(Type.String({ pattern: '^[a-z][A-Za-z0-9]*$' }), Cel('bool'), {
      title: 'Conditions',
      description: 'Named conditions; used as conditions.<name> in any when.',
    }),
  },
  { title: 'Conditions', description: 'A condition used twice gets a name here.' },
);
export type Conditions = Static<typeof Conditions>;

export const LifeCycle = object(
  {
    $schema: SchemaRef,
    id: Id(),
    $comment: Type.Optional(Type.String()),
    initial: Type.String({ title: 'Initial state' }),
    states: Type.Record(
      Type.String({ pattern: '^[a-z][A-Za-z0-9_]*$' }),
      object({
        final: Type.Optional(Type.Boolean({ title: 'Final', description: 'No event leaves this state.' })),
        open: Type.Optional(
          Type.Boolean({ title: 'Open', description: 'While a subject is in this state, its owner cannot start another one.' }),
        ),
        on: Type.Optional(
          Type.Record(
            Type.String(),
            object({
              to: Type.String({ title: 'To', 'x-ref': 'state' }),
              when: Type.Optional(Cel('bool', { title: 'When' })),
              effects: Type.Optional(Type.Array(Ref('effect'), { title: 'Effects', uniqueItems: true })),
            }),
            { title: 'Events' },
          ),
        ),
        refuses: Type.Optional(
          Type.Array(Type.String(), {
            title: 'Refuses',
            description:
              'Events that code sends and that cannot happen here: the request fails with "conflict". Unless the state is final, list each event that code sends either here or under "on".',
            minItems: 1,
            uniqueItems: true,
          }),
        ),
      }),
      { title: 'States', minProperties: 1 },
    ),
  },
  { title: 'Life cycle', description: 'States, their events, and the effects of transitions.' },
);
export type LifeCycle = Static<typeof LifeCycle>;

export const DecisionTable = object(
  {
    $schema: SchemaRef,
    id: Id(),
    $comment: Type.Optional(Type.String()),
    refuses: Type.Optional(
      Type.Record(Type.String(), Type.Unknown(), {
        title: 'Refuses',
        description:
          'Values of outcomes that refuse. If a single answer leads to such an outcome, a rule of its form must report it at the field.',
        minProperties: 1,
      }),
    ),
    codes: Type.Optional(
      Type.Array(
        object({
          of: Type.String({ title: 'Of', description: 'The property of an outcome, e.g. "reason".', pattern: '^[a-z][A-Za-z0-9]*$' }),
          enum: Ref('enum', { title: 'Enum', description: 'The enum that has the code, and its words.' }),
          where: Type.Optional(
            Type.Record(Type.String(), Type.Unknown(), {
              title: 'Where',
              description: 'Only outcomes with these values; all outcomes when absent.',
              minProperties: 1,
            }),
          ),
        }),
        { title: 'Codes', description: 'Properties of outcomes that are codes of an enum, which people read by its labels.', minItems: 1 },
      ),
    ),
    rows: Type.Array(
      object({
        id: Type.Optional(
          Id({
            description: 'Names the row in cases, findings and records. Its position changes with each row that is inserted above it.',
          }),
        ),
        when: Type.Optional(Cel('bool', { title: 'When', description: 'Absent in the last row, the default.' })),
        outcome: Type.Record(Type.String(), Type.Unknown(), { title: 'Outcome', minProperties: 1 }),
      }),
      { title: 'Rows', description: 'First match wins; exactly one default, last.', minItems: 1 },
    ),
  },
  { title: 'Decision table', description: 'Ordered conditions. The first one that holds determines the outcome.' },
);
export type DecisionTable = Static<typeof DecisionTable>;
