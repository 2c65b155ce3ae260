import type { Area } from '../area.ts';
import { platformStaffOperations as operations } from '../../contract/staff/platformOperations.ts';
import type { App } from '../http/types.ts';
import { staffEndpoint } from '../staff/endpoint.ts';
import { claimNext, claimWork, releaseWork, viewOf, workOn } from './claim.ts';
import { doableWork } from './doableMigration.ts';
import { followDeadlines } from './deadlines.ts';
import { exportWork } from './export.ts';
import { noteWork, notesOf } from './notes.ts';
import { assignWork, seeWork, snoozeWork, tagWork, wakeWork } from './plan.ts';
import { work } from './migration.ts';
import { workNotFor } from './notForMigration.ts';
import { workPlans } from './planMigration.ts';
import { freeWork } from './items.ts';
import { countQueues, kindsFor, listWork } from './queues.ts';

function workRoutes(app: App): void {
  staffEndpoint(app, operations['staff.queues'], ({ deps, session }) => countQueues(deps, session));
  staffEndpoint(app, operations['staff.work'], ({ deps, session, input }) => listWork(deps, session, input));
  staffEndpoint(app, operations['staff.exportWork'], ({ deps, session, input, reply }) => exportWork(deps, session, input, reply));
  staffEndpoint(app, operations['staff.workItem'], async ({ deps, session, input }) => ({
    item: await viewOf(deps.db, deps, session, input.id),
    notes: await notesOf(deps, input.id),
  }));
  staffEndpoint(app, operations['staff.workOn'], ({ deps, session, input }) => workOn(deps, session, input.subject));
  staffEndpoint(app, operations['staff.nextWork'], ({ deps, session, input }) => claimNext(deps, session, input));
  staffEndpoint(app, operations['staff.claimWork'], ({ deps, session, input }) => claimWork(deps, session, input.id));
  staffEndpoint(app, operations['staff.releaseWork'], ({ deps, session, input }) => releaseWork(deps, session, input.id));
  staffEndpoint(app, operations['staff.snoozeWork'], ({ deps, session, input }) => snoozeWork(deps, session, input));
  staffEndpoint(app, operations['staff.wakeWork'], ({ deps, session, input }) => wakeWork(deps, session, input.id));
  staffEndpoint(app, operations['staff.tagWork'], ({ deps, session, input }) => tagWork(deps, session, input));
  staffEndpoint(app, operations['staff.assignWork'], ({ deps, session, input }) => assignWork(deps, session, input));
  staffEndpoint(app, operations['staff.noteWork'], ({ deps, session, input }) => noteWork(deps, session, input));
  staffEndpoint(app, operations['staff.seeWork'], ({ deps, session, input }) => seeWork(deps, session, input.id));
}

/** Queues of work for staff: who does what, and by when. */
export const workArea: Area = {
  name: 'work',
  migrations: [work, workPlans, workNotFor, doableWork],
  routes: [workRoutes],
  jobs: [followDeadlines],
  free: freeWork,
  topics: { work: (deps, staff) => kindsFor(deps, staff).map((kind) => `work.${kind}`) },
  erase: async ({ tx, customerId }) => void (await tx.deleteFrom('work_items').where('customer_id', '=', customerId).execute()),
};
