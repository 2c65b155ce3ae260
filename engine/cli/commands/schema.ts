import { generateMetaSchemas } from '../../compiler/index.ts';
import { readArguments } from '../arguments.ts';
import type { Command } from '../types.ts';

export const schema: Command = {
  usage: ['schema                       writes the meta-schemas for editors (schemas/meta/ of each application)'],
  async run(args, deps) {
    readArguments(args, {});
    const others = (deps.others ?? []).map(async ({ registry, write }) => ({ registry: await registry(), write }));
    const written = [deps, ...(await Promise.all(others))].map(({ registry, write }) => {
      const files = generateMetaSchemas(registry);
      write(files);
      return files.length;
    });
    deps.out(`Wrote ${written.reduce((sum, count) => sum + count)} meta-schemas.`);
    return 0;
  },
};
