import { operations } from '../../contract/operations.ts';
import { endpoint } from '../../platform/sessions/endpoint.ts';
import type { App } from '../../platform/http/types.ts';
import { claimHomescreen } from './homescreen.ts';
import { rewardsOf } from './view.ts';

/** What the homescreen and a linked account give. */
export function rewards(app: App): void {
  endpoint(app, operations['rewards.get'], ({ deps, session }) => rewardsOf(deps, session.customerId));
  endpoint(app, operations['rewards.homescreen'], ({ deps, session, input }) => claimHomescreen(deps, session.customerId, input.launch));
}
