import Type, { type Static } from 'typebox';
import { object } from '../../../engine/config/object.ts';
import { operationsOf } from '../operation.ts';
import { done, Id, Instant, type WrittenStaffOperation } from './operation.ts';

export const previewSides = ['before', 'after'] as const;

/** How a preview begins. */
export const previewChoice = {
  as: Type.Optional(Type.String({ maxLength: 40, description: 'Id of a ready-made person; nobody by default.' })),
  route: Type.Optional(
    Type.String({
      maxLength: 300,
      pattern: '^(/([A-Za-z0-9_?&=.~%-][A-Za-z0-9/_?&=.~%-]*)?)?$',
      description: 'First screen: `/` by default.',
    }),
  ),
  at: Type.Optional(
    object(
      {
        flow: Type.String({ pattern: '^[A-Za-z0-9_-]{1,60}$' }),
        step: Type.String({ pattern: '^[A-Za-z0-9_.-]{1,90}$' }),
        given: Type.Optional(
          Type.Array(
            object({
              path: Type.String({
                pattern: '^[A-Za-z0-9_]{1,60}([.][A-Za-z0-9_]{1,60}){1,4}$',
                description: 'Form and field, such as work.jobType.',
              }),
              value: Type.Union([Type.String({ maxLength: 200 }), Type.Number({ minimum: -1e12, maximum: 1e12 }), Type.Boolean()]),
            }),
            { maxItems: 20, description: 'Answers that the person gives on the way.' },
          ),
        ),
      },
      { description: 'Begins at this step of a flow instead of at a screen, with the answers before it made up.' },
    ),
  ),
  language: Type.Optional(Type.String({ maxLength: 12, pattern: '^[A-Za-z-]*$' })),
  theme: Type.Optional(Type.Integer({ minimum: 1, maximum: 50, description: 'Number of the palette.' })),
};

const Preview = object({
  state: Type.Enum(['ready', 'starting', 'failed', 'unsound', 'noWay', 'unavailable'], {
    description:
      '`unsound`: the change never was without errors. `noWay`: nobody can be led to the step. `unavailable`: this server, or this application, has no preview.',
  }),
  noWay: Type.Optional(
    object({
      why: Type.Enum(['noStep', 'offPath', 'waits', 'sent', 'refused', 'unanswerable']),
      at: Type.Optional(Type.String({ description: 'Title of the step where it ended.' })),
      code: Type.Optional(Type.String({ description: 'Code of the refusal.' })),
    }),
  ),
  address: Type.Optional(Type.String({ description: 'Opens the preview once, within a minute.' })),
  release: Type.Optional(Type.String({ description: 'Hash of what is shown.' })),
  isBehind: Type.Boolean({ description: 'The change has errors now. What is shown is its last state without any.' }),
  errors: Type.Integer({ description: 'Errors that the change has now.' }),
  people: Type.Array(object({ id: Type.String(), name: Type.String(), shows: Type.String() })),
  arePeopleReady: Type.Boolean({ description: 'False while the ready-made people are being created.' }),
  screens: Type.Array(object({ id: Type.String(), route: Type.String(), title: Type.String() })),
  steps: Type.Array(object({ flow: Type.String(), id: Type.String(), title: Type.String() }), { description: 'The steps of every flow.' }),
  languages: Type.Array(object({ code: Type.String(), name: Type.String() })),
  palettes: Type.Array(Type.String()),
});
export type Preview = Static<typeof Preview>;

const Touched = object({
  isSound: Type.Boolean({ description: 'False while the change has errors. Then nothing is listed.' }),
  isEverywhere: Type.Boolean({ description: 'Common texts or settings that every screen reads have changed.' }),
  screens: Type.Array(
    object({
      id: Type.String(),
      title: Type.String(),
      file: Type.Optional(Type.String()),
      is: Type.Enum(['added', 'changed', 'removed']),
      route: Type.Optional(Type.String({ description: 'Absent if it needs a value of its own, such as the id of a message.' })),
      at: Type.Optional(object({ flow: Type.String(), step: Type.String() })),
    }),
  ),
  flows: Type.Array(
    object({
      flow: Type.String(),
      begun: Type.Integer({ description: 'How many people have begun it, those who have sent it included.' }),
    }),
  ),
});
export type Touched = Static<typeof Touched>;

const PreviewLink = object({
  id: Type.String(),
  /** Login name of its creator. */
  author: Type.String(),
  expiresAt: Instant,
  address: Type.Optional(Type.String({ description: 'Returned only once, to the creator of the link.' })),
});
export type PreviewLink = Static<typeof PreviewLink>;

/** Previews of changes in a world of made-up people. */
export const previewOperations = operationsOf({
  'studio.preview': {
    route: 'POST /api/staff/studio/changes/:id/preview',
    about: 'service',
    input: object({ id: Id, side: Type.Optional(Type.Enum([...previewSides])), ...previewChoice }),
    output: Preview,
  },
  /** Screens that a change touches, in the order of the product, and the flows that people go through there. */
  'studio.touched': {
    route: 'GET /api/staff/studio/changes/:id/screens',
    about: 'service',
    input: object({ id: Id }),
    output: Touched,
  },
  /** Creates a link that shows the change without an account until it expires. Refuses with `linksFull` if too many links are active. */
  'studio.share': {
    route: 'POST /api/staff/studio/changes/:id/links',
    about: 'service',
    input: object({ id: Id, ...previewChoice }),
    output: PreviewLink,
  },
  'studio.links': {
    route: 'GET /api/staff/studio/changes/:id/links',
    about: 'service',
    input: object({ id: Id }),
    output: object({ links: Type.Array(PreviewLink) }),
  },
  /** Revokes a link and ends every session that was opened with it. */
  'studio.unshare': {
    route: 'DELETE /api/staff/studio/changes/:id/links/:link',
    about: 'service',
    input: object({ id: Id, link: Id }),
    output: done,
  },
} as const satisfies Record<string, WrittenStaffOperation>);
