import Type, { type Static } from 'typebox';
import { object } from './object.ts';
import { Day, Id, Ref, SchemaRef } from './annotations.ts';

const Answers = Type.Record(Type.String(), Type.Record(Type.String(), Type.Unknown()), {
  title: 'Answers',
  description: 'Input by form and field: { "work": { "jobType": "student" } }. An empty text clears a field.',
});

const Correction = object({
  form: Ref('form', { title: 'Form' }),
  field: Type.String({ title: 'Field' }),
  part: Type.Optional(
    Type.String({
      title: 'Part',
      description: 'A part of the answer, as a JSON pointer inside it: /1/phone.',
      pattern: '^/[0-9]+(/[A-Za-z][A-Za-z0-9]*)?$',
    }),
  ),
  reason: Type.String({ title: 'Reason', description: 'A reason from flows/corrections.json that is allowed for the field.' }),
});

const Some = Type.Record(Type.String(), Type.Unknown());
const Names = (title: string, description: string) => Type.Array(Type.String(), { title, description });

export const Expectation = object(
  {
    position: Type.Optional(Type.String({ title: 'Position', description: 'Id of the step to do next.' })),
    complete: Type.Optional(Type.Boolean({ title: 'Complete', description: 'Whether the flow is complete.' })),
    path: Type.Optional(Names('Path', 'Ids of all steps on the path, in order.')),
    problems: Type.Optional(Names('Problems', 'All visible problems, each as "/field code"; [] for none.')),
    texts: Type.Optional(Names('Texts', 'Texts that are shown with the form: labels, messages, reasons.')),
    asks: Type.Optional(Names('Asks', 'Fields that the visible form asks for.')),
    asksNot: Type.Optional(Names('Asks not', 'Fields that it does not ask.')),
    locked: Type.Optional(Names('Locked', 'Fields that cannot be changed now.')),
    stored: Type.Optional(
      Type.Record(Type.String(), Some, {
        title: 'Stored',
        description: 'Answers stored on the server. Unnamed answers are not compared.',
      }),
    ),
    shows: Type.Optional(
      Type.Record(Type.String(), Type.Array(Type.String()), {
        title: 'Shows',
        description: 'Texts that screens must show, by route: { "/done": ["Thank you"] }. Checked only in a browser (--browser).',
      }),
    ),
    outcome: Type.Optional({ ...Some, title: 'Outcome', description: 'The complete result of the decision.' }),
    state: Type.Optional(Type.String({ title: 'State', description: 'The state after the event.' })),
    effects: Type.Optional(Names('Effects', 'The effects of the event, in order.')),
    refused: Type.Optional(Type.Boolean({ title: 'Refused', description: 'Whether that state refuses the event.' })),
    says: Type.Optional(Names('Says', 'Texts and values that the screen of "look" shows, in this order. Others may appear between them.')),
    saysNot: Type.Optional(Names('Says not', 'Texts that it does not show.')),
    answer: Type.Optional(
      Type.Unknown({ title: 'Answer', description: 'The answer to the question. Unnamed properties of objects are not compared.' }),
    ),
  },
  { title: 'Expect', description: 'Expected state after the step.' },
);
export type Expectation = Static<typeof Expectation>;

export const ScenarioStep = object(
  {
    $comment: Type.Optional(Type.String()),
    today: Type.Optional(Day({ title: 'Today', description: 'Sets the current day.' })),
    facts: Type.Optional({ ...Some, title: 'Facts', description: 'Sets facts that the server knows.' }),
    sendBack: Type.Optional(Type.Array(Correction, { title: 'Send back', description: 'Fields to ask again.', minItems: 1 })),
    otherDevice: Type.Optional(Type.Literal(true, { title: 'Other device', description: 'Continues on a new device without drafts.' })),
    offline: Type.Optional(Type.Boolean({ title: 'Offline', description: 'true disconnects the network; false reconnects it.' })),
    newPerson: Type.Optional(Type.Literal(true, { title: 'New person', description: 'Somebody else starts the flow.' })),
    given: Type.Optional({
      ...Answers,
      title: 'Given',
      description:
        'Answers that matter, for "upTo", "fill" and guests: { "work": { "jobType": "student" } }. Forms that were already answered are answered again.',
    }),
    upTo: Type.Optional(
      Type.String({
        title: 'Up to',
        description:
          'Goes to this step, wherever it is in the order; "end" for all. Answers that the scenario does not name are made up, the same in each run.',
      }),
    ),
    open: Type.Optional(Type.String({ title: 'Open', description: 'Follows a link to a step of the flow.' })),
    back: Type.Optional(Type.Literal(true, { title: 'Back' })),
    guest: Type.Optional({
      ...Some,
      title: 'Guest',
      description: 'The guest of the current step sends the first example of its form with these answers instead: { "sawIt": true }.',
    }),
    fill: Type.Optional(
      Type.Union([Type.Integer({ minimum: 0 }), Type.Literal('rest')], {
        title: 'Fill',
        description:
          'Answers the current form: "rest" makes up what the scenario does not name; a number takes that example, starting at 0.',
      }),
    ),
    change: Type.Optional(Names('Change', 'Masked answers to replace, as "form.field".')),
    answer: Type.Optional(Answers),
    skip: Type.Optional(Type.Literal(true, { title: 'Skip', description: 'Skips an optional step.' })),
    next: Type.Optional(Type.Literal(true, { title: 'Next' })),
    decide: Type.Optional(Type.String({ title: 'Decide', description: 'Id of a decision table to evaluate on the stored answers.' })),
    happen: Type.Optional(
      object(
        {
          lifeCycle: Ref('lifeCycle', { title: 'Life cycle' }),
          from: Type.String({ title: 'From', description: 'The state before the event.' }),
          event: Type.String({ title: 'Event' }),
          with: Type.Optional(Some),
        },
        { title: 'Happen', description: 'An event of a life cycle.' },
      ),
    ),
    ask: Type.Optional(
      object(
        {
          question: Type.String({ title: 'Question', description: 'Name of a question that the product answers.' }),
          with: Type.Optional(Some),
        },
        { title: 'Ask' },
      ),
    ),
    look: Type.Optional(
      object(
        {
          screen: Ref('screen', { title: 'Screen' }),
          with: Type.Optional({
            ...Some,
            title: 'With',
            description: 'The data of the screen, by name: { "order": { "state": "paid" } }.',
          }),
        },
        { title: 'Look', description: 'Opens a screen with this data, without a server.' },
      ),
    ),
    try: Type.Optional(
      object(
        { form: Ref('form', { title: 'Form' }), answers: { ...Some, title: 'Answers' } },
        { title: 'Try', description: 'Checks answers to any form, in a flow or not. The problems of these answers are in sight.' },
      ),
    ),
    expect: Type.Optional(Expectation),
  },
  {
    title: 'Step',
    description: 'Actions, in the order of the keys in this schema, then the expected state.',
    minProperties: 1,
  },
);
export type ScenarioStep = Static<typeof ScenarioStep>;

export const Scenario = object(
  {
    $schema: SchemaRef,
    id: Id(),
    $comment: Type.Optional(Type.String()),
    title: Type.String({ title: 'Title', description: 'What the scenario shows, as a sentence.' }),
    flow: Ref('flow', { title: 'Flow' }),
    today: Type.Optional(Day({ title: 'Today', description: 'The day on which the scenario begins.' })),
    language: Type.Optional(
      Type.String({ title: 'Language', description: 'Language of the expected texts, by default the default language.' }),
    ),
    session: Type.Optional({ ...Some, title: 'Session' }),
    features: Type.Optional(
      Type.Record(Type.String(), Type.Boolean(), { title: 'Features', description: 'Switches that differ from the settings.' }),
    ),
    steps: Type.Array(ScenarioStep, { title: 'Steps', minItems: 1 }),
  },
  { title: 'Scenario', description: 'A walk through a flow with expected states. hakbang test runs it.' },
);
export type Scenario = Static<typeof Scenario>;
