import type { Registry } from '../engine/config/definitions.ts';
import { definitions } from '../src/definitions.ts';
import { serverDefinitions } from './definitions.ts';

/** Everything that code registers by name, in browser and server. Releases are compiled against it. */
export const registry: Registry = { ...definitions, ...serverDefinitions };
