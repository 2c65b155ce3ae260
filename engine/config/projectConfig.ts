import Type, { type Static } from 'typebox';
import { SchemaRef } from './annotations.ts';

/** hakbang.config.json in the project's root: the severity settings. */
export const ProjectConfig = Type.Object(
  {
    $schema: SchemaRef,
    $comment: Type.Optional(Type.String()),
    rules: Type.Optional(
      Type.Record(Type.String({ pattern: '^[a-z][a-z0-9-]*$' }), Type.Enum(['off', 'info', 'warning', 'error']), {
        title: 'Rules',
        description:
          'Severity of a rule, by its code (`hakbang rules` lists them). What would break a release stays an error and cannot be lowered.',
      }),
    ),
    maxWarnings: Type.Optional(
      Type.Integer({ title: 'Most warnings', description: 'check fails with more; by default any number passes.', minimum: 0 }),
    ),
    baseline: Type.Optional(
      Type.String({
        title: 'Baseline',
        description: 'File with the warnings that were there when a rule came, and are not told again: hakbang check --update-baseline.',
        pattern: '^[A-Za-z0-9][A-Za-z0-9._-]*\\.json$',
      }),
    ),
  },
  { title: 'Project', description: 'How strictly this configuration is checked.', additionalProperties: false },
);
export type ProjectConfig = Static<typeof ProjectConfig>;
