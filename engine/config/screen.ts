import Type, { type Static } from 'typebox';
import { object } from './object.ts';
import type { Action as ActionSchema, Text as TextSchema } from './annotations.ts';
import type { Content } from './content.ts';
import { Blocks, Cel, Id, Ref, Route, SchemaRef } from './annotations.ts';

export const ScreenData = object(
  {
    op: Ref('operation', { title: 'Operation' }),
    with: Type.Optional(Type.Record(Type.String(), Cel('dyn'), { title: 'Input' })),
    when: Type.Optional(
      Cel('bool', {
        title: 'When',
        description:
          'The data is fetched only while this is true; otherwise blocks that read it are hidden. It is fetched again when its inputs change.',
      }),
    ),
    stay: Type.Optional(
      Type.Boolean({
        title: 'Stay',
        description: 'When an input changes, keeps showing the old response until the new one arrives, e.g. for a list below its filters.',
      }),
    ),
    refreshSeconds: Type.Optional(
      Type.Number({
        title: 'Refresh every (s)',
        description: 'Seconds between requests. Pauses while the page is hidden or offline.',
        minimum: 1,
        maximum: 3600,
      }),
    ),
    refreshWhen: Type.Optional(
      Cel('bool', {
        title: 'Refresh when',
        description: 'Refreshes only while this is true, e.g. while a payment is pending. May read the data itself.',
      }),
    ),
    invalidatedBy: Type.Optional(
      Type.Array(Ref('operation'), { title: 'Invalidated by', description: 'Operations after which the data is fetched again.' }),
    ),
    keep: Type.Optional(
      object(
        {
          as: Type.String({
            title: 'As',
            description: 'Session value whose .at is the time of the last response, e.g. newsData.',
            pattern: '^[a-z][A-Za-z0-9]*$',
          }),
          days: Type.Integer({ title: 'Days', description: 'Older responses are not shown.', minimum: 1, maximum: 31 }),
        },
        {
          title: 'Keep',
          description:
            'Stores the response on the device, encrypted, until the session ends. The next visit shows it with its time until the server responds. Only for operations that read.',
        },
      ),
    ),
  },
  { title: 'Data' },
);
export type ScreenData = Static<typeof ScreenData>;

/** A value of a screen while it is open, such as an unsent choice. */
const LocalValue = object(
  {
    type: Type.Enum(['string', 'integer', 'number', 'boolean', 'array'], { title: 'Type' }),
    initial: Type.Optional(Cel('dyn', { title: 'Initial', description: 'Value until an action sets it; absent by default.' })),
    seconds: Type.Optional(
      Type.Integer({
        title: 'Kept for (s)',
        description: 'Seconds after which a value that an action set is forgotten, e.g. an answer that was revealed.',
        minimum: 1,
        maximum: 3600,
      }),
    ),
  },
  { title: 'Local value' },
);

const layouts = ['plain', 'tabs', 'step', 'welcome'] as const;

export const Screen = object(
  {
    $schema: SchemaRef,
    id: Id(),
    $comment: Type.Optional(Type.String()),
    route: Type.String({ title: 'Route', description: 'Path of the screen; :name for a parameter.', pattern: '^/[A-Za-z0-9/:_-]*$' }),
    aliases: Type.Optional(
      Type.Array(Type.String({ pattern: '^/[A-Za-z0-9/_-]+$' }), {
        title: 'Aliases',
        description: 'Other paths to the same screen.',
      }),
    ),
    noCheck: Type.Optional(Type.Boolean({ title: 'No check', description: 'Allows access without a session.' })),
    internal: Type.Optional(Type.Boolean({ title: 'Internal', description: 'For developers. Production answers "not found".' })),
    keepAlive: Type.Optional(
      Type.Boolean({ title: 'Keep alive', description: 'Keeps the scroll position and unsaved input when the person leaves the screen.' }),
    ),
    layout: Type.Optional(
      Type.Enum([...layouts], {
        title: 'Layout',
        description: 'plain (default), tabs (with the footer), step (progress of the flow), welcome.',
      }),
    ),
    stylesheet: Type.Optional(
      Type.String({
        title: 'Stylesheet',
        description: "Name of a stylesheet in src/styles/pages; by default the welcome page's.",
        pattern: '^[a-z][A-Za-z0-9]*$',
      }),
    ),
    flow: Type.Optional(Ref('flow', { title: 'Flow', description: 'The flow whose step this screen shows.' })),
    data: Type.Optional(
      Type.Record(Type.String({ pattern: '^[a-z][A-Za-z0-9]*$' }), ScreenData, {
        title: 'Data',
        description: 'Data from the API, by the name under which blocks read it.',
      }),
    ),
    local: Type.Optional(
      Type.Record(Type.String({ pattern: '^[a-z][A-Za-z0-9]*$' }), LocalValue, {
        title: 'Local values',
        description: 'Values of this screen only. Expressions read them as local.<name>, and actions set them by that name.',
      }),
    ),
    blocks: Blocks({ title: 'Blocks', description: 'The content of the screen, from top to bottom.' }),
    backTo: Type.Optional(Route({ title: 'Back to', description: 'Target of the back arrow if there is no history.' })),
  },
  { title: 'Screen', description: 'A route, its data and its blocks.' },
);

/** The properties of every block. A block's definition checks its own options. */
export const BlockBase = Type.Object({
  block: Ref('block', { title: 'Block' }),
  id: Type.Optional(Id()),
  when: Type.Optional(Cel('bool', { title: 'When', description: 'Shown only while this is true.' })),
});
export type BlockValue = Static<typeof BlockBase> & Record<string, unknown>;
export interface Screen extends Omit<Static<typeof Screen>, 'blocks'> {
  blocks: BlockValue[];
  /** The content files of its blocks, by id. Added at publication. */
  content?: Readonly<Record<string, Content>>;
}
export type Action = Static<ReturnType<typeof ActionSchema>>;
export type Text = Static<ReturnType<typeof TextSchema>>;

export const Navigation = object(
  {
    $schema: SchemaRef,
    $comment: Type.Optional(Type.String()),
    capture: Type.Array(
      object({
        query: Type.String({ title: 'Query name' }),
        to: Type.Enum(['session', 'local'], { title: 'Kept in', description: 'session: until the tab closes; local: on the device.' }),
        as: Type.Optional(
          Type.String({ title: 'As', description: 'Dotted name under which the value is stored, by default the query name.' }),
        ),
      }),
      { title: 'Capture', description: 'Query values to store.' },
    ),
    rules: Type.Array(
      object({
        id: Id(),
        when: Cel('bool', { title: 'When', description: 'May read route, device, session, query and features.' }),
        go: Route({ title: 'Go' }),
        remember: Type.Optional(Type.Boolean({ title: 'Remember', description: 'Returns to the blocked URL after the next login.' })),
        enabled: Type.Optional(Type.Boolean({ title: 'Enabled', description: 'false turns the rule off.' })),
      }),
      { title: 'Rules', description: 'On every navigation, the first rule that matches applies.' },
    ),
    home: Type.Optional(
      Type.Array(Route(), {
        title: 'Home',
        description:
          'Where "/" leads, after a login too: to the first of these that the person may open, or to the last one. Rules come first.',
        minItems: 1,
        uniqueItems: true,
      }),
    ),
    tabs: Type.Array(
      object({
        route: Route({ title: 'Route' }),
        icon: Ref('icon', { title: 'Icon' }),
        key: Type.String({ title: 'Text key', description: 'Key under navigation in locales/<language>/common.json.' }),
      }),
      { title: 'Footer', description: 'The tabs of the footer navigation.' },
    ),
    links: Type.Optional(
      Type.Array(
        object({
          route: Route({ title: 'Route' }),
          key: Type.String({ title: 'Text key', description: 'Key under navigation in locales/<language>/common.json.' }),
          layouts: Type.Optional(
            Type.Array(Type.Enum([...layouts]), {
              title: 'Layouts',
              description: 'The layouts that show it; all by default.',
              minItems: 1,
              uniqueItems: true,
            }),
          ),
        }),
        { title: 'Links', description: 'Links below the content of each screen, such as help and the privacy policy.', maxItems: 6 },
      ),
    ),
    sections: Type.Optional(
      Type.Array(
        object({
          key: Type.String({ title: 'Text key', description: 'Name of the section, under navigation in locales/<language>/common.json.' }),
          links: Type.Array(
            object({
              route: Route({ title: 'Route', description: 'Parameters keep their values: /things/:id leads to the same thing.' }),
              key: Type.String({ title: 'Text key', description: 'Key under navigation in locales/<language>/common.json.' }),
            }),
            { title: 'Links', minItems: 2, maxItems: 16 },
          ),
        }),
        {
          title: 'Sections',
          description: 'Pages about one subject, with links to all of them above the content of each page.',
          maxItems: 10,
        },
      ),
    ),
    notFound: Ref('screen', { title: 'Not found', description: 'The screen for any other path.' }),
  },
  { title: 'Navigation', description: 'Rules for every navigation, the footer and the screen for unknown paths.' },
);
type Section = NonNullable<Static<typeof Navigation>['sections']>[number];
export interface Navigation extends Omit<Static<typeof Navigation>, 'tabs' | 'sections'> {
  tabs: (Static<typeof Navigation>['tabs'][number] & Needing)[];
  sections?: (Omit<Section, 'links'> & { links: (Section['links'][number] & Needing)[] })[];
  /** Added at publication, from `home`. */
  homes?: ({ route: string } & Needing)[];
}

interface Needing {
  /** Operations that the session must be allowed to call. Added at publication. */
  needs?: string[];
}

const Reaction = (title: string, description: string) =>
  Type.Union(
    [
      Type.Enum(['toast', 'dialog', 'field', 'screen', 'offline']),
      object({ refill: Ref('form') }),
      object({ go: Route() }),
      object({
        ask: Route({
          title: 'Ask',
          description:
            'Shows this screen, in a dialog where the application has them. When an action of that screen goes back, the app repeats the refused action.',
        }),
      }),
    ],
    { title, description },
  );

export const Errors = object(
  {
    $schema: SchemaRef,
    errors: Type.Record(
      Type.String({ pattern: '^[a-z][A-Za-z0-9]*$' }),
      object({
        status: Type.Integer({ title: 'HTTP status', minimum: 400, maximum: 599 }),
        reaction: Reaction('Reaction', 'How the browser shows it.'),
        again: Type.Optional(
          object(
            {
              times: Type.Integer({ title: 'Times', description: '3: every third time.', minimum: 2, maximum: 20 }),
              reaction: Reaction('Reaction', 'What happens then instead.'),
            },
            {
              title: 'Again',
              description:
                'Another reaction when the error has occurred this many times. The count restarts afterwards, for another person, and on the next visit.',
            },
          ),
        ),
        set: Type.Optional(
          Type.Record(Type.String(), Type.Unknown(), {
            title: 'Set',
            description: 'Session values to set when the error occurs, e.g. imageCodeRequired.',
          }),
        ),
        field: Type.Optional(Type.String({ title: 'Field', description: 'Field of the current form that shows the error.' })),
        retryAfterSeconds: Type.Optional(
          Type.Integer({
            title: 'Retry after (s)',
            description: 'Sent as the header Retry-After. Statuses 429 and 503 allow it.',
            minimum: 1,
            maximum: 86_400,
          }),
        ),
      }),
      { title: 'Errors', description: 'Errors by code. Their texts are errors.<code> in locales.' },
    ),
  },
  { title: 'Errors', description: 'The error catalogue: status and reaction of each code.' },
);
export type Errors = Static<typeof Errors>;
