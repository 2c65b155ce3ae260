import Type, { type Static } from 'typebox';
import { object } from '../../../engine/config/object.ts';
import { Ref, SchemaRef } from '../../../engine/config/annotations.ts';
import type { KindDefinition, KindFinding, ProjectView } from '../../../engine/config/definitions.ts';
import type { Rules } from '../../../engine/config/rules/rule.ts';
import { onlyOf } from '../../../engine/config/kindValues.ts';
import type { Deps } from '../../platform/deps.ts';
import { defaultKeptDays } from '../../platform/housekeeping/keptDays.ts';

/** Ten years, twice as long as the law keeps records of loans. */
const longestDays = 3660;

const days = (title: string, description: string, minimum = 1) => Type.Integer({ title, description, minimum, maximum: longestDays });

/** flows/retention.json: how long data is kept, and what a deleted account leaves behind. The privacy policy makes the same promises. */
const Retention = object(
  {
    $schema: SchemaRef,
    $comment: Type.Optional(Type.String()),
    keepYears: Type.Integer({
      title: 'Keep for (years)',
      description: 'How long records are kept after the last loan has ended. Without a loan nothing is kept.',
      minimum: 0,
      maximum: 30,
    }),
    keepForms: Type.Array(Ref('form'), {
      title: 'Forms kept',
      description:
        'Answers of these forms stay with the application of a loan. All others are deleted, especially those about other people.',
    }),
    keepPurposes: Type.Array(Ref('purpose'), {
      title: 'Photos kept',
      description: 'Purposes of the photos that are kept, by the names of the photo widget.',
    }),
    unsentDays: days('Never submitted (days)', 'Answers and photos of a flow that was never submitted, counted from the last change.', 7),
    notApprovedDays: days('Not approved (days)', 'Applications that were not approved, counted from the decision.'),
    feedbackDays: days('Feedback (days)', 'Feedback of borrowers, with its photos.'),
    technicalDays: days('Technical records (days)', 'Login limits, provider events, and finished jobs whose key prevents a second run.'),
    stepCountDays: days(
      'Counts of steps (days)',
      'How often borrowers saw, began, saved or left each step and field. Totals only, never about one person.',
    ),
    alarmDays: days('Alarms (days)', 'Counted from their acknowledgement. Others are kept as long as technical records.'),
    rewardDays: days(
      'Rewards once a person (days)',
      'Keyed digests of the phone number, ID number and linked account of people who got a reward, counted from the deletion of the account. With less than a year, people might delete their account to get another reward.',
      365,
    ),
    doneJobDays: days('Done jobs (days)', 'All other finished jobs.'),
  },
  {
    title: 'Retention',
    description:
      'How long data is kept, and which records the law requires of a deleted account. locales/*/documents/privacy.md makes the same promises.',
  },
);
export type Retention = Static<typeof Retention>;

/** Rules that check flows/retention.json. */
export const retentionRules = {
  'retention-short': {
    severity: 'error',
    title: 'A record is deleted while it is needed',
    why: 'A rejected person could apply again before the day that the decision states.',
  },
} as const satisfies Rules;
type RetentionRule = keyof typeof retentionRules;

/** A rejection must be kept until its retry day, because the record says when the borrower may apply again. */
function check({ notApprovedDays }: Retention, project: ProjectView): KindFinding<RetentionRule>[] {
  const rows = project.get('decisionTable', 'underwriting')?.rows ?? [];
  const longest = Math.max(0, ...rows.map(({ outcome: { retryAfterDays } }) => Number(retryAfterDays ?? 0)));
  if (notApprovedDays >= longest) return [];
  const message = `A rejection lasts up to ${longest} days (flows/decisions/underwriting.decisions.json), but its record is deleted after ${notApprovedDays}.`;
  return [{ code: 'retention-short', pointer: '/notApprovedDays', message, fix: `Keep it for ${longest} days or more.` }];
}

export const retentionKind: KindDefinition<RetentionRule> = {
  name: 'retention',
  metaSchema: Retention,
  single: true,
  required: 'flows/retention.json',
  check,
};

/** Republic Act 9160 (anti-money laundering), section 9(b): five years after the account was closed. */
const defaults: Retention = {
  ...defaultKeptDays,
  keepYears: 5,
  keepForms: [],
  keepPurposes: [],
  unsentDays: 90,
  notApprovedDays: 365,
  rewardDays: 730,
};

export function retentionOf(deps: Pick<Deps, 'releases'>): Retention {
  return { ...defaults, ...onlyOf(deps.releases.active().manifest.other, 'retention') };
}

declare module '../../../engine/config/kindValues.ts' {
  interface KindValues {
    retention: Partial<Retention>;
  }
}
