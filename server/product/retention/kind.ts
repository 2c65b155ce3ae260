import Type, { type Static } from 'typebox';
import { Ref, SchemaRef } from '../../../engine/config/annotations.ts';
import type { KindDefinition } from '../../../engine/config/definitions.ts';
import type { Deps } from '../../platform/deps.ts';

const days = (title: string, description: string) => Type.Integer({ title, description, minimum: 1 });

/** flows/retention.json: how long data is kept, and what a deleted account leaves behind. The privacy policy says the same in words. */
const Retention = Type.Object(
  {
    $schema: SchemaRef,
    $comment: Type.Optional(Type.String()),
    keepYears: Type.Integer({
      title: 'Keep for (years)',
      description: 'So long after the last loan is over its records are kept; without a loan nothing is.',
      minimum: 0,
      maximum: 30,
    }),
    keepForms: Type.Array(Ref('form'), {
      title: 'Forms kept',
      description:
        'Answers of these forms stay with the application of a loan; all others are shredded, those about other people first of all.',
    }),
    keepPurposes: Type.Array(Type.String(), {
      title: 'Photos kept',
      description: 'Purposes of the photos that stay, as the photo widget names them.',
    }),
    unsentDays: days('Begun and never sent (days)', 'Answers and photos of a flow that was never submitted, from the last change on.'),
    notApprovedDays: days('Not approved (days)', 'An application that was not approved, from the decision on.'),
    feedbackDays: days('Feedback (days)', 'What borrowers wrote to us, with its photos.'),
    technicalDays: days(
      'Technical records (days)',
      'Limits of logins, events that providers sent, and done jobs whose key keeps them from being done again.',
    ),
    alarmDays: days('Alarms (days)', 'After they were acknowledged; others stay as long as technical records.'),
    rewardDays: days(
      'Rewards once a person (days)',
      'Keyed digests of phone number, ID number and linked account of who was given one, from the deletion of the account on.',
    ),
    doneJobDays: days('Done jobs (days)', 'All other jobs that are done.'),
  },
  {
    title: 'Retention',
    description:
      'How long data is kept, and what the law keeps of an account that is deleted. locales/*/documents/privacy.md promises the same.',
    additionalProperties: false,
  },
);
export type Retention = Static<typeof Retention>;

export const retentionKind: KindDefinition = { name: 'retention', metaSchema: Retention };

/** Republic Act 9160 (anti-money laundering), section 9(b): five years after the account was closed. */
const defaults: Retention = {
  keepYears: 5,
  keepForms: [],
  keepPurposes: [],
  unsentDays: 90,
  notApprovedDays: 365,
  feedbackDays: 365,
  technicalDays: 365,
  alarmDays: 90,
  rewardDays: 730,
  doneJobDays: 7,
};

export function retentionOf(deps: Pick<Deps, 'releases'>): Retention {
  const [given] = Object.values(deps.releases.active().manifest.other['retention'] ?? {});
  return { ...defaults, ...(given as Partial<Retention> | undefined) };
}
