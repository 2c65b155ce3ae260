import { type FlowProgress, html, type Product } from 'hakbang/server';
import { operations, staffOperations } from './contract.ts';
import { claimOf, flowId, isSentBack, openAnswers } from './claims/view.ts';

const fileId = (value: unknown): string[] => (typeof value === 'string' ? [value] : []);

export const claimProduct: Product = {
  operations,
  staffOperations,
  flowHooks: {
    checks: {},
    files: { file: fileId, photo: fileId },
    // A claim that was sent in is closed until staff send something back.
    sent: async (deps, { customer, record }: FlowProgress) => {
      const claim = await claimOf(deps.db, customer.customerId);
      return record.flow !== flowId || !claim || isSentBack(claim) ? undefined : openAnswers(customer.vault, claim);
    },
  },
  providerListeners: {},
  customerFacts: () => ({}),
  nameOf: async () => undefined,
  audienceFacts: async () => ({}),
  isStillTrue: async () => true,
  accountLinked: async () => ({}),
  linkFeature: 'socialLink',
  launchToken: () => '',
  pinnedReleases: async (db) => {
    const rows = await db.selectFrom('claims').select('release').distinct().where('open', '=', true).execute();
    return rows.map(({ release }) => release);
  },
  demoPeople: async () => html`<p>This demo starts empty. Log in with any mobile number.</p>`,
};
