import type { Area } from '../../platform/area.ts';

export const submittedNumbersArea: Area = {
  name: 'submittedNumbers',
  erase: async ({ tx, customerId }) => void (await tx.deleteFrom('submitted_numbers').where('customer_id', '=', customerId).execute()),
};
