import { operations } from '../contract/operations.ts';
import type { CustomerFacts } from '../contract/schemas.ts';
import { staffOperations } from '../contract/staff/operations.ts';
import type { Product } from '../platform/product.ts';
import { flowHooks } from './application/answers.ts';
import { ownName } from './application/ownName.ts';
import { audienceFacts } from './audience.ts';
import { peopleTable } from './demo/page.ts';
import { demoStates } from './demo/state.ts';
import { pastDecisions } from './application/pastDecisions.ts';
import { loosenedDesk } from './desk/kind.ts';
import { payoutEvent } from './loans/payout/job.ts';
import { pinnedReleases } from './loans/pinned.ts';
import { collectionEvent } from './repayments/collect/job.ts';
import { isStillTrue } from './repayments/notices.ts';
import { retentionOf } from './retention/kind.ts';
import { launchToken } from './rewards/launch.ts';
import { boostForLink, facebookFeature } from './rewards/socialBoost.ts';

export const cashLoan: Product = {
  operations,
  staffOperations,
  flowHooks,
  providerListeners: { payout: payoutEvent, collection: collectionEvent },
  customerFacts: ({ is_reloan: isReloan }) => ({ isReloan }) satisfies CustomerFacts,
  nameOf: ownName,
  audienceFacts,
  isStillTrue,
  accountLinked: async (tx, deps, customerId) => ({ boostCents: await boostForLink(tx, deps, customerId) }),
  linkFeature: facebookFeature,
  launchToken: (deps, ticket) => launchToken(deps, ticket, deps.clock.now()),
  pinnedReleases,
  pastDecisions,
  keptDays: retentionOf,
  loosened: (now, then) => loosenedDesk(now('desk'), then('desk')),
  demoPeople: async (deps) => peopleTable(await demoStates(deps)),
  previewPeople: async (deps) =>
    (await demoStates(deps)).map(({ phone, firstName, lastName, shows, customerId, number }) => ({
      id: phone,
      name: `${firstName} ${lastName}`,
      shows,
      customerId,
      number,
    })),
};
