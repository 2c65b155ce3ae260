import Type, { type Static } from 'typebox';
import { object } from './object.ts';
import { Id, Ref, SchemaRef } from './annotations.ts';

const Answers = Type.Record(Type.String(), Type.Record(Type.String(), Type.Unknown()), {
  title: 'Answers',
  description: 'What is typed, by form and field: { "work": { "jobType": "student" } }. An empty text clears a field.',
});

const Correction = object({
  form: Ref('form', { title: 'Form' }),
  field: Type.String({ title: 'Field' }),
  reason: Type.String({ title: 'Reason', description: 'One of flows/corrections.json that may be given for the field.' }),
});

const Some = Type.Record(Type.String(), Type.Unknown());
const Names = (title: string, description: string) => Type.Array(Type.String(), { title, description });

export const Expectation = object(
  {
    position: Type.Optional(Type.String({ title: 'Position', description: 'Id of the step to do next.' })),
    complete: Type.Optional(Type.Boolean({ title: 'Complete', description: 'Whether nothing is left to do.' })),
    path: Type.Optional(Names('Path', 'Ids of all steps on the path, in order.')),
    problems: Type.Optional(Names('Problems', 'All problems in sight, each as "/field code"; [] for none.')),
    texts: Type.Optional(Names('Texts', 'Texts that are shown with the form: labels, messages, reasons.')),
    asks: Type.Optional(Names('Asks', 'Fields that the form on screen asks.')),
    asksNot: Type.Optional(Names('Asks not', 'Fields that it does not ask.')),
    locked: Type.Optional(Names('Locked', 'Fields that cannot be changed now.')),
    stored: Type.Optional(
      Type.Record(Type.String(), Some, {
        title: 'Stored',
        description: 'Answers as the server holds them; what is not named is not looked at.',
      }),
    ),
    shows: Type.Optional(
      Type.Record(Type.String(), Type.Array(Type.String()), {
        title: 'Shows',
        description: 'What is then to be read on screens, by route: { "/done": ["Thank you"] }. Read in a browser (--browser) only.',
      }),
    ),
    outcome: Type.Optional({ ...Some, title: 'Outcome', description: 'What the decision gave, whole.' }),
    state: Type.Optional(Type.String({ title: 'State', description: 'Where the event led.' })),
    effects: Type.Optional(Names('Effects', 'What happens on the way, in order.')),
    refused: Type.Optional(Type.Boolean({ title: 'Refused', description: 'Whether the event does nothing in that state.' })),
    answer: Type.Optional(
      Type.Unknown({ title: 'Answer', description: 'What the question was answered with; of objects only what is named is looked at.' }),
    ),
  },
  { title: 'Expect', description: 'What must be so after the step.' },
);
export type Expectation = Static<typeof Expectation>;

export const ScenarioStep = object(
  {
    $comment: Type.Optional(Type.String()),
    today: Type.Optional(Type.String({ title: 'Today', description: 'The day becomes this one.', pattern: '^\\d{4}-\\d{2}-\\d{2}$' })),
    facts: Type.Optional({ ...Some, title: 'Facts', description: 'The server finds out.' }),
    sendBack: Type.Optional(Type.Array(Correction, { title: 'Send back', description: 'Fields that are asked again.', minItems: 1 })),
    otherDevice: Type.Optional(Type.Literal(true, { title: 'Other device', description: 'Goes on with a device that knows nothing yet.' })),
    offline: Type.Optional(Type.Boolean({ title: 'Offline', description: 'true: the network goes; false: it returns.' })),
    upTo: Type.Optional(
      Type.String({
        title: 'Up to',
        description: 'Answers steps with examples of their forms, until this step is reached; "end" for all.',
      }),
    ),
    open: Type.Optional(Type.String({ title: 'Open', description: 'Follows a link to a step of the flow.' })),
    back: Type.Optional(Type.Literal(true, { title: 'Back' })),
    fill: Type.Optional(
      Type.Integer({ title: 'Fill', description: 'Answers the form on screen with its example of this number, from 0.', minimum: 0 }),
    ),
    change: Type.Optional(Names('Change', 'Masked answers that are given anew, as "form.field".')),
    answer: Type.Optional(Answers),
    next: Type.Optional(Type.Literal(true, { title: 'Next' })),
    decide: Type.Optional(Type.String({ title: 'Decide', description: 'Id of a decision table, asked about the answers stored.' })),
    happen: Type.Optional(
      object(
        {
          lifeCycle: Ref('lifeCycle', { title: 'Life cycle' }),
          from: Type.String({ title: 'From', description: 'The state in which it happens.' }),
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
    expect: Type.Optional(Expectation),
  },
  {
    title: 'Step',
    description: 'What a person, or the world, does: in the order in which this list of keys is written here. Then what must be so.',
    minProperties: 1,
  },
);
export type ScenarioStep = Static<typeof ScenarioStep>;

export const Scenario = object(
  {
    $schema: SchemaRef,
    id: Id(),
    $comment: Type.Optional(Type.String()),
    title: Type.String({ title: 'Title', description: 'What it shows, as a sentence.' }),
    flow: Ref('flow', { title: 'Flow' }),
    today: Type.Optional(Type.String({ title: 'Today', description: 'The day on which it begins.', pattern: '^\\d{4}-\\d{2}-\\d{2}$' })),
    language: Type.Optional(
      Type.String({ title: 'Language', description: 'Of the texts that are expected; the default language when absent.' }),
    ),
    session: Type.Optional({ ...Some, title: 'Session' }),
    features: Type.Optional(Type.Record(Type.String(), Type.Boolean(), { title: 'Features', description: 'Switches other than set.' })),
    steps: Type.Array(ScenarioStep, { title: 'Steps', minItems: 1 }),
  },
  { title: 'Scenario', description: 'A walk through a flow, and what must be so on the way. Run by hakbang test.' },
);
export type Scenario = Static<typeof Scenario>;
