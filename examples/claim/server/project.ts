import { platformCommands, type Project } from 'hakbang/server';
import { areas } from './areas.ts';
import { claimProduct } from './product.ts';
import { registry } from './registry.ts';

/** Insurance claims. */
export const project: Project = {
  registry,
  questions: {},
  commands: async () => platformCommands,
  server: async () => ({ product: claimProduct, areas }),
};
