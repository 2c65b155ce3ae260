import { withPlatform } from 'hakbang/server';
import { claimsArea } from './claims/area.ts';

/** Every part of the claims server. */
export const areas = withPlatform([claimsArea]);
