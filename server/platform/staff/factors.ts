import { factorOperations as operations } from '../../contract/staff/factors.ts';
import type { App } from '../http/types.ts';
import { staffEndpoint } from './endpoint.ts';
import { confirmCode } from './fresh.ts';

/** Second factors of staff. */
export function factors(app: App): void {
  staffEndpoint(app, operations['staff.confirmCode'], ({ deps, input, session }) => confirmCode(deps, session, input));
}
