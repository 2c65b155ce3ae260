import type { Area } from '../../platform/area.ts';
import { destroyExpiredAccounts } from './deletion.ts';
import { sweep } from './sweep.ts';
import { operations } from '../../contract/operations.ts';
import { endpoint } from '../../platform/sessions/endpoint.ts';
import type { App } from '../../platform/http/types.ts';
import { fileDeletionRequest, deletionStatus } from './deletionRequest.ts';

function retention(app: App): void {
  endpoint(app, operations['customer.deletion'], ({ deps, session }) => deletionStatus(deps, session.customerId));
  endpoint(app, operations['customer.requestDeletion'], ({ deps, session }) => fileDeletionRequest(deps, session.customerId));
}

export const retentionArea: Area = { name: 'retention', routes: [retention], jobs: [destroyExpiredAccounts, sweep] };
