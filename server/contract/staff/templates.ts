import Type, { type Static } from 'typebox';
import { object } from '../../../engine/config/object.ts';
import { operationsOf } from '../operation.ts';
import { Id, Instant, none, type WrittenStaffOperation } from './operation.ts';

const ids = Type.Array(Id, { minItems: 1, maxItems: 100 });

/** The template and its recipients. At least one of the two lists is required. */
const Addressed = object({
  template: Type.String({ pattern: '^[a-z][A-Za-z0-9]{0,39}$', description: 'A template of flows/templates.json.' }),
  customers: Type.Optional(ids),
  work: Type.Optional(Type.Array(Id, { minItems: 1, maxItems: 100, description: 'Open work that the caller sees: its customers.' })),
});
export type Addressed = Static<typeof Addressed>;

const Skipped = object(
  {
    already: Type.Integer({ description: 'Had this message today.' }),
    limit: Type.Integer({ description: 'Had as many messages today as flows/templates.json allows.' }),
    nobody: Type.Integer({ description: 'Work without a customer, or work and customers that are no longer there.' }),
  },
  { description: 'How many get nothing, and why.' },
);

const Preview = object({
  to: Type.Integer({ description: 'How many customers would get the message.' }),
  skipped: Skipped,
  languages: Type.Array(
    object({
      language: Type.String(),
      count: Type.Integer(),
      sms: Type.String(),
      title: Type.String({ description: 'In the message centre.' }),
      text: Type.String(),
    }),
    { description: 'What they read, in their languages.' },
  ),
  sentAt: Type.Optional(Instant),
});
export type MessagePreview = Static<typeof Preview>;

/** Messages that staff send, from templates written by product staff. */
export const templateOperations = operationsOf({
  'staff.messageTemplates': {
    route: 'GET /api/staff/message-templates',
    about: 'service',
    input: none,
    output: object({ templates: Type.Array(object({ id: Type.String(), label: Type.String() })) }),
  },
  /** Previews what each customer would read, and who gets nothing. Changes nothing. */
  'staff.previewMessage': {
    route: 'POST /api/staff/message-previews',
    about: 'customers',
    input: Addressed,
    output: Preview,
  },
  /** A customer gets a template at most once a day, however often it is sent. */
  'staff.sendMessage': {
    route: 'POST /api/staff/messages',
    about: 'customers',
    input: Addressed,
    output: object({ sent: Type.Integer(), skipped: Skipped }),
  },
} as const satisfies Record<string, WrittenStaffOperation>);
