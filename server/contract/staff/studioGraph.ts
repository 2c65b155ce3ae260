import Type, { type Static } from 'typebox';
import { object } from '../../../engine/config/object.ts';
import { operationsOf } from '../operation.ts';
import { Id, type WrittenStaffOperation } from './operation.ts';

const PlaceInFile = object({ file: Type.String(), pointer: Type.String(), line: Type.Integer() });

const Places = Type.Array(PlaceInFile, { description: 'What it is made of, its own place first.' });

const example = (description: string) => Type.Optional(Type.Array(object({ path: Type.String(), value: Type.Unknown() }), { description }));

const Finding = object({
  code: Type.String(),
  severity: Type.Enum(['error', 'warning', 'info']),
  message: Type.String(),
  fix: Type.Optional(Type.String()),
  file: Type.String(),
  pointer: Type.String(),
  line: Type.Integer(),
  at: Type.Optional(object({ flow: Type.String(), step: Type.String() }, { description: 'The step at which somebody meets the finding.' })),
  example: example('Example answers of somebody whom the finding affects.'),
});
export type ExploredFinding = Static<typeof Finding>;

const Node = object({
  id: Type.String(),
  kind: Type.Enum(['start', 'form', 'review', 'choice', 'each', 'end', 'state'], {
    description: '`choice` asks a condition, `each` stands before the steps of every item of a list.',
  }),
  name: Type.String({ description: 'As the configuration names it; of a choice, the step that it leads to.' }),
  label: Type.Optional(Type.String({ description: 'As people read it, in the main language.' })),
  condition: Type.Optional(Type.String({ description: 'CEL: the condition of a choice, or the `until` of a step.' })),
  list: Type.Optional(Type.String({ description: 'The list of `each`, as form.field.' })),
  route: Type.Optional(Type.String()),
  isOptional: Type.Optional(Type.Boolean()),
  isGuest: Type.Optional(Type.Boolean()),
  isFinal: Type.Optional(Type.Boolean()),
  places: Places,
  findings: Type.Array(Finding),
});

const Edge = object({
  from: Type.String(),
  to: Type.String(),
  kind: Type.Enum(['next', 'yes', 'no', 'event'], {
    description:
      'From a choice, `yes` and `no` say whether the condition holds. From `each`, `yes` leads to the next item, and `no` is taken after the last one.',
  }),
  event: Type.Optional(Type.String()),
  condition: Type.Optional(Type.String({ description: 'CEL, of an event.' })),
  effects: Type.Optional(Type.Array(Type.String())),
  example: example('Answers with which somebody goes this way.'),
  places: Places,
  findings: Type.Array(Finding),
});

const ConditionField = object({
  path: Type.String({ description: 'As CEL writes it.' }),
  label: Type.Optional(Type.String({ description: 'As people read it. Absent for values that no form asks.' })),
  kind: Type.Enum(['text', 'whole', 'decimal', 'yesNo', 'day', 'list', 'any']),
  options: Type.Optional(
    Type.Array(object({ value: Type.Union([Type.String(), Type.Number()]), label: Type.String() }), {
      description: 'All codes, with their words.',
    }),
  ),
  isOptional: Type.Optional(Type.Boolean()),
  isSensitive: Type.Optional(Type.Boolean()),
  unit: Type.Optional(Type.Enum(['money', 'percent'], { description: 'Hundredths of the currency, or parts per million.' })),
});

const ChangeGraph = object({
  id: Type.String(),
  kind: Type.Enum(['flow', 'lifeCycle']),
  nodes: Type.Array(Node),
  edges: Type.Array(Edge),
});

const Drawn = object({
  revision: Type.Integer(),
  graphs: Type.Array(ChangeGraph),
  fields: Type.Array(ConditionField, { description: 'The fields that the conditions read.' }),
  named: Type.Record(Type.String(), Type.String(), { description: 'The named conditions that they use, in CEL.' }),
  findings: Type.Array(Finding, { description: 'All findings, including those in forms, decision tables and content.' }),
  isExplored: Type.Boolean({ description: 'Whether the paths were searched. A change with errors is only drawn.' }),
});
export type DrawnGraphs = Static<typeof Drawn>;

const decides = {
  name: Type.String({ description: 'As its cases name it.' }),
  governs: Type.Enum(['field', 'rule', 'step', 'row', 'event', 'named', 'block', 'other'], { description: 'The thing that it governs.' }),
  about: Type.String({ description: 'Its display name.' }),
};

const Condition = object({
  file: Type.String(),
  pointer: Type.String(),
  line: Type.Integer(),
  source: Type.String({ description: 'In CEL.' }),
  ...decides,
  cases: Type.Optional(Type.String({ description: 'The file of its cases.' })),
});
export type ListedCondition = Static<typeof Condition>;

const ConditionContext = object({
  source: Type.String({ description: 'In CEL, as it is stored. Empty if none is written yet.' }),
  ...decides,
  cases: Type.String({ description: 'The file of its cases, whether it exists or not.' }),
  form: Type.Optional(Type.String({ description: 'The form whose answers are `self`.' })),
  fields: Type.Array(ConditionField, { description: 'What it can read.' }),
  named: Type.Record(Type.String(), Type.String(), { description: 'The named conditions, in CEL.' }),
  constants: Type.Record(Type.String(), Type.Unknown()),
  features: Type.Record(Type.String(), Type.Unknown()),
});
export type ConditionContext = Static<typeof ConditionContext>;

const ConditionReach = object({
  state: Type.Enum(['counted', 'few', 'nearlyAll', 'tooFew', 'sensitive', 'unanswerable'], {
    description:
      '`few` and `nearlyAll`: of those who were asked, all but ten or a few more. `tooFew`: less than ten applications. `sensitive` (or free text) and `unanswerable`: it is not asked, because of `fields`.',
  }),
  considered: Type.Optional(
    Type.Integer({
      description: 'Applications asked, in tens: of the last 1,000, those of four fifths of the people, who are drawn for each question.',
    }),
  ),
  holds: Type.Optional(Type.Integer({ description: 'Approximate number for which it holds.' })),
  fields: Type.Array(Type.String(), { description: 'What it reads and may not be asked about.' }),
});
export type ConditionReach = Static<typeof ConditionReach>;

/** Diagrams of what a change does, and its conditions. */
export const studioGraphOperations = operationsOf({
  /** Flows and life cycles of the change as they run, with the findings of `hakbang explore`. */
  'studio.graph': { route: 'GET /api/staff/studio/changes/:id/graph', about: 'service', input: object({ id: Id }), output: Drawn },
  /** Every condition of the change, with what depends on it. */
  'studio.conditions': {
    route: 'GET /api/staff/studio/changes/:id/conditions',
    about: 'service',
    input: object({ id: Id }),
    output: object({ revision: Type.Integer(), conditions: Type.Array(Condition, { description: 'Named ones first.' }) }),
  },
  /** What one condition can read, with the words of its values. */
  'studio.condition': {
    route: 'GET /api/staff/studio/changes/:id/condition',
    about: 'service',
    input: object({ id: Id, file: Type.String({ maxLength: 200 }), pointer: Type.String({ maxLength: 1000 }) }),
    output: ConditionContext,
  },
  /**
   * Estimates for how many of the last 1,000 applications a condition would hold, from a sample, in tens and blurred. Refuses with
   * `changeHasErrors` while the change has errors, and with `tooFrequent` above an hourly limit. The audit log records each question.
   */
  'studio.conditionReach': {
    route: 'POST /api/staff/studio/changes/:id/condition-reaches',
    about: 'service',
    input: object({ id: Id, file: Type.String({ maxLength: 200 }), pointer: Type.String({ maxLength: 1000 }) }),
    output: ConditionReach,
  },
} as const satisfies Record<string, WrittenStaffOperation>);
