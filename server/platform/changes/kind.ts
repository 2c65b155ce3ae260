import Type, { type Static } from 'typebox';
import { SchemaRef } from '../../../engine/config/annotations.ts';
import type { KindDefinition, KindFinding } from '../../../engine/config/definitions.ts';
import { onlyOf } from '../../../engine/config/kindValues.ts';
import { object } from '../../../engine/config/object.ts';
import { staffRoles } from '../../contract/staff/operation.ts';
import type { Deps } from '../deps.ts';
import type { StudioRule } from './rules.ts';

const Folder = Type.String({
  pattern: '^((schemas|flows|locales)/([A-Za-z0-9_-]+/)*)?$',
  description: 'Ends with a slash. Empty: every file.',
});

const Needed = Type.Integer({ title: 'Needed', description: 'How many must approve.', minimum: 1, maximum: 5 });

const Approvals = object(
  {
    by: Type.Array(Type.Enum([...staffRoles]), { title: 'By', description: 'Roles that may approve.', minItems: 1, uniqueItems: true }),
    needed: Needed,
    folders: Type.Array(
      object({
        under: Type.String({
          title: 'Under',
          description: 'A folder, which ends with a slash, or a file.',
          pattern: '^(schemas|flows|locales)/([A-Za-z0-9_-]+/)*([A-Za-z0-9_-][A-Za-z0-9._-]*)?$',
        }),
        needed: Needed,
      }),
      { title: 'Folders', description: 'Where more must approve. Of several that a change touches, the highest number counts.' },
    ),
    mostGrowthPercent: Type.Integer({
      title: 'Maximum growth (percentage points)',
      description:
        'Maximum growth of the share of applications asked again or restarted, between sending a change for review and publishing it.',
      minimum: 0,
      maximum: 100,
    }),
  },
  { title: 'Approvals', description: 'Who approves a change before it is published. Its authors never may.' },
);

const Share = object({
  percent: Type.Integer({ title: 'Percent', description: 'The share of the people who get the new release.', minimum: 1, maximum: 99 }),
  hours: Type.Number({ title: 'Hours', description: 'How long the stage lasts at least.', minimum: 0, maximum: 720 }),
});

const Guardrails = object(
  {
    visits: Type.Integer({
      title: 'Visits',
      description: 'How many people must have used each release in a stage, logged in, before their errors are compared.',
      minimum: 1,
      maximum: 100_000,
    }),
    perAddress: Type.Optional(
      Type.Integer({
        title: 'People of one address',
        description:
          'Maximum number of people counted per network address, so that nobody outweighs the others with many accounts. 50 by default.',
        minimum: 1,
        maximum: 100_000,
      }),
    ),
    reached: Type.Integer({
      title: 'Reached',
      description: 'How many people must have reached a step under each release before its drop-off is compared.',
      minimum: 1,
      maximum: 100_000,
    }),
    moreErrors: Type.Number({
      title: 'More errors (percentage points)',
      description:
        'How many more of the people may meet an error under the new release: an answer that the server failed to give, or a submission that it refused.',
      minimum: 0,
      maximum: 100,
    }),
    moreDropOff: Type.Number({
      title: 'More drop-off (percentage points)',
      description: 'How many more of those who reach a step of a flow may not finish it under the new release.',
      minimum: 0,
      maximum: 100,
    }),
  },
  {
    title: 'Guardrails',
    description: 'How much worse the new release may be than the old one at the same time. Beyond that, the rollout pauses.',
  },
);

const RolloutSettings = object(
  {
    stages: Type.Array(Share, {
      title: 'Stages',
      description: 'Each has more people than the one before. After the last one, everybody has the release.',
      minItems: 1,
      maxItems: 10,
    }),
    byItself: Type.Boolean({ title: 'By itself', description: 'Moves on to the next stage while the guardrails hold.' }),
    guardrails: Guardrails,
  },
  { title: 'Rollout', description: 'How a release is rolled out to a growing share of the people.' },
);

/** flows/studio.json: who edits what, and who approves it. */
const Studio = object(
  {
    $schema: SchemaRef,
    $comment: Type.Optional(Type.String()),
    folders: object(
      Object.fromEntries(
        staffRoles.map((role) => [role, Type.Optional(Type.Array(Folder, { title: 'Folders', minItems: 1, uniqueItems: true }))]),
      ),
      { title: 'Folders', description: 'The folders that each role may edit. A role that is not listed edits none.' },
    ),
    approvals: Approvals,
    rollout: Type.Optional(RolloutSettings),
    linkHours: Type.Optional(
      Type.Integer({ title: 'Hours of a link', description: 'How long a shared preview works. 24 by default.', minimum: 1, maximum: 336 }),
    ),
  },
  { title: 'Studio', description: 'How staff change the product in the studio.' },
);
interface Studio extends Omit<Static<typeof Studio>, 'folders'> {
  folders: Readonly<Record<string, readonly string[]>>;
}

export const studioKind: KindDefinition<StudioRule> = {
  name: 'studio',
  metaSchema: Studio,
  single: true,
  required: 'flows/studio.json',
  check: ({ approvals, rollout }: Studio) => [...weakerApprovals(approvals), ...(rollout ? shrinkingStages(rollout.stages) : [])],
};

const weakerApprovals = ({ needed, folders }: Studio['approvals']): KindFinding<StudioRule>[] =>
  folders.flatMap((folder, index) => {
    if (folder.needed >= needed) return [];
    return [
      {
        code: 'weaker-approval' as const,
        pointer: `/approvals/folders/${index}/needed`,
        message: `"${folder.under}" asks for ${folder.needed}, but every change needs ${needed}.`,
        fix: `Ask for ${needed} or more, or remove the entry.`,
      },
    ];
  });

/** Each stage must contain the one before it. */
const shrinkingStages = (stages: readonly { percent: number }[]): KindFinding<StudioRule>[] =>
  stages.flatMap(({ percent }, index) => {
    const before = stages[index - 1]?.percent ?? 0;
    if (percent > before) return [];
    return [
      {
        code: 'rollout-stage-order' as const,
        pointer: `/rollout/stages/${index}/percent`,
        message: `This stage has ${percent} %, and the one before it ${before} %.`,
        fix: `Give it more than ${before} %, or remove it.`,
      },
    ];
  });

declare module '../../../engine/config/kindValues.ts' {
  interface KindValues {
    studio: Studio;
  }
}

const nothing: Studio = { $schema: '', folders: {}, approvals: { by: [], needed: 1, folders: [], mostGrowthPercent: 0 } };

/** The studio settings, from the application that has them. Without them, nobody may edit or approve. */
export function studioOf({ releases, applications }: Pick<Deps, 'releases' | 'applications'>): Studio {
  const all = [releases, ...applications.map((application) => application.releases)];
  return all.map((each) => onlyOf(each.active().manifest.other, 'studio')).find((found) => found !== undefined) ?? nothing;
}
