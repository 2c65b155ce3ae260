import { templateOperations as operations } from '../../contract/staff/templates.ts';
import type { Area } from '../area.ts';
import type { App } from '../http/types.ts';
import { staffEndpoint } from '../staff/endpoint.ts';
import { templateMessages } from './migration.ts';
import { listTemplates, previewTemplate, sendTemplate } from './send.ts';

function templates(app: App): void {
  staffEndpoint(app, operations['staff.messageTemplates'], async ({ deps }) => listTemplates(deps));
  staffEndpoint(app, operations['staff.previewMessage'], ({ deps, session, input }) => previewTemplate(deps, session, input));
  staffEndpoint(app, operations['staff.sendMessage'], ({ deps, session, input }) => sendTemplate(deps, session, input));
}

/** Messages that staff send to customers, worded in the configuration. */
export const templatesArea: Area = {
  name: 'templates',
  migrations: [templateMessages],
  routes: [templates],
  erase: async ({ tx, customerId }) => void (await tx.deleteFrom('template_messages').where('customer_id', '=', customerId).execute()),
};
