import Type from 'typebox';
import { object } from 'hakbang/engine';
import { registryOf } from 'hakbang/registry';
import { areas } from './areas.ts';
import { operations, staffOperations } from './contract.ts';

export const registry = registryOf({
  areas,
  operations,
  staffOperations,
  namespaces: { facts: object({ phoneVerified: Type.Optional(Type.Boolean()) }) },
  palettes: { tide: { name: 'tide', description: 'Sea blue on cool paper.' } },
  contactHours: { from: 6, until: 22 },
  oneOpen: ['claim'],
});
