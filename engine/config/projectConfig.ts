import Type, { type Static } from 'typebox';
import { object } from './object.ts';
import { SchemaRef } from './annotations.ts';

/** hakbang.config.json in the project's root: the severity settings. */
export const ProjectConfig = object(
  {
    $schema: SchemaRef,
    $comment: Type.Optional(Type.String()),
    rules: Type.Optional(
      Type.Record(Type.String({ pattern: '^[a-z][a-z0-9-]*$' }), Type.Enum(['off', 'info', 'warning', 'error']), {
        title: 'Rules',
        description: 'Severity of a rule, by its code (`hakbang rules` lists them). A rule that protects a release cannot be lowered.',
      }),
    ),
    maxWarnings: Type.Optional(
      Type.Integer({ title: 'Most warnings', description: 'check fails if there are more. Default: no limit.', minimum: 0 }),
    ),
    baseline: Type.Optional(
      Type.String({
        title: 'Baseline',
        description: 'File with the accepted warnings, which check hides. hakbang check --update-baseline writes it.',
        pattern: '^[A-Za-z0-9][A-Za-z0-9._-]*\\.json$',
      }),
    ),
  },
  { title: 'Project', description: 'How strictly this configuration is checked.' },
);
export type ProjectConfig = Static<typeof ProjectConfig>;
