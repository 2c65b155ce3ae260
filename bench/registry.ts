import type { Registry } from '../engine/config/definitions.ts';
import { serverDefinitions } from '../server/definitions.ts';
import { definitions } from '../src/definitions.ts';

/** Everything the product registers: what the shipped configuration is compiled against. */
export const registry: Registry = { ...definitions, ...serverDefinitions };
