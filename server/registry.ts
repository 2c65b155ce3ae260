import type { Registry } from '../engine/config/definitions.ts';
import { definitions } from '../src/definitions.ts';
import { serverDefinitions } from './definitions.ts';

/** Everything that code registers by name: the browser's part and the server's. What a release is compiled against. */
export const registry: Registry = { ...definitions, ...serverDefinitions };
