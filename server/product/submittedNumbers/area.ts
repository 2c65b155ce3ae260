import type { Area } from '../../platform/area.ts';
import { keyIdsIn } from '../../platform/crypto/keyIds.ts';
import { submittedNumbers } from './migration.ts';

export const submittedNumbersArea: Area = {
  name: 'submittedNumbers',
  migrations: [submittedNumbers],
  keyIds: [keyIdsIn('submitted_numbers', 'digest')],
  erase: async ({ tx, customerId }) => void (await tx.deleteFrom('submitted_numbers').where('customer_id', '=', customerId).execute()),
};
