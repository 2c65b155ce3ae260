import type { Project } from './platform/project.ts';
import { scenarioQuestions } from './cli/scenarioQuestions.ts';
import { deskRegistry } from './deskRegistry.ts';
import { studioRegistry } from './studioRegistry.ts';
import { registry } from './registry.ts';

/** The cash loan. */
export const project: Project = {
  registry,
  applications: [
    { name: 'desk', registry: deskRegistry },
    { name: 'studio', registry: studioRegistry },
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
