import { operations } from '../../contract/operations.ts';
import { endpoint } from '../../platform/sessions/endpoint.ts';
import type { App } from '../../platform/http/types.ts';
import { listCoupons } from './list.ts';

export function coupons(app: App): void {
  endpoint(app, operations['coupons.list'], async ({ session, deps }) => listCoupons(deps, session.customerId));
}
