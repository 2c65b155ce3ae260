import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { KindValues } from '../../../engine/config/kindValues.ts';
import { root } from '../../support/root.ts';

/** The shipped table of roles. */
export const deskRoles = JSON.parse(readFileSync(join(root, 'desk/flows/roles.json'), 'utf8')) as KindValues['roles'];
