import { fileProblems } from '../../../engine/config/fileTypes.ts';
import { photoProblems } from '../../../engine/form/photoQuality.ts';
import type { Area } from '../area.ts';
import { fileNames } from './migration.ts';
import { files } from './routes.ts';

export const filesArea: Area = {
  name: 'files',
  refusals: ['photoProblem', ...photoProblems, ...fileProblems],
  migrations: [fileNames],
  routes: [files],
  erase: async ({ tx, customerId, keepPurposes }) => {
    await tx.deleteFrom('upload_quotas').where('customer_id', '=', customerId).execute();
    let query = tx.deleteFrom('files').where('customer_id', '=', customerId);
    if (keepPurposes.length > 0) query = query.where('purpose', 'not in', keepPurposes);
    return (await query.returning('id').execute()).map(({ id }) => id);
  },
};
