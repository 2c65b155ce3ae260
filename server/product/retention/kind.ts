import Type, { type Static } from 'typebox';
import { object } from '../../../engine/config/object.ts';
import { Ref, SchemaRef } from '../../../engine/config/annotations.ts';
import type { KindDefinition } from '../../../engine/config/definitions.ts';
import { onlyOf } from '../../../engine/config/kindValues.ts';
import type { Deps } from '../../platform/deps.ts';
import { defaultKeptDays } from '../../platform/housekeeping/keptDays.ts';

const days = (title: string, description: string) => Type.Integer({ title, description, minimum: 1 });

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
        'Answers of these forms stay with the application of a loan. All others are deleted, above all those about other people.',
    }),
    keepPurposes: Type.Array(Ref('purpose'), {
      title: 'Photos kept',
      description: 'Purposes of the photos that are kept, by the names of the photo widget.',
    }),
    unsentDays: days('Begun and never sent (days)', 'Answers and photos of a flow that was never submitted, counted from the last change.'),
    notApprovedDays: days('Not approved (days)', 'Applications that were not approved, counted from the decision.'),
    feedbackDays: days('Feedback (days)', 'Feedback of borrowers, with its photos.'),
    technicalDays: days('Technical records (days)', 'Login limits, provider events, and finished jobs whose key prevents a second run.'),
    alarmDays: days('Alarms (days)', 'Counted from their acknowledgement. Others are kept as long as technical records.'),
    rewardDays: days(
      'Rewards once a person (days)',
      'Keyed digests of the phone number, ID number and linked account of people who got a reward, counted from the deletion of the account.',
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

export const retentionKind: KindDefinition = { name: 'retention', metaSchema: Retention, single: true, required: 'flows/retention.json' };

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
