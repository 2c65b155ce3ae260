import type { Project } from './platform/project.ts';
import { scenarioQuestions } from './cli/scenarioQuestions.ts';
import { registry } from './registry.ts';

/** The cash loan. */
export const project: Project = {
  registry,
  applications: [
    { name: 'desk', registry: async () => (await import('./deskRegistry.ts')).deskRegistry },
    { name: 'studio', registry: async () => (await import('./studioRegistry.ts')).studioRegistry },
  ],
  questions: scenarioQuestions,
  commands: async () => (await import('./cli/commands.ts')).commands,
  server: async () => {
    const [{ areas }, { cashLoan }, { prepareDemo }] = await Promise.all([
      import('./areas.ts'),
      import('./product/product.ts'),
      import('./product/demo/prepare.ts'),
    ]);
    return { areas, product: cashLoan, prepareDemo };
  },
};
