import { operations } from '../../contract/operations.ts';
import { endpoint } from '../http/endpoint.ts';
import { fail } from '../http/problem.ts';
import type { App } from '../http/types.ts';
import { offeredLanguage } from './customers.ts';

/** What a borrower sets about themselves. */
export function customer(app: App): void {
  endpoint(app, operations['customer.setLanguage'], async ({ deps, input, session }) => {
    const language = offeredLanguage(deps, input.language);
    if (language === undefined) return fail('badRequest', { problems: [{ code: 'enum', path: '/language' }] });
    await deps.db.updateTable('customers').set({ language }).where('id', '=', session.customerId).execute();
    return { language };
  });
}
