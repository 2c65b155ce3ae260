import type { Registry } from '../engine/config/definitions.ts';
import { serverDefinitions } from '../server/definitions.ts';
import { definitions } from '../src/definitions.ts';

/** The product's registry, against which the shipped configuration is compiled. */
export const registry: Registry = { ...definitions, ...serverDefinitions };
