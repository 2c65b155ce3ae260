import { generateMetaSchemas } from '../../compiler/index.ts';
import { readArguments } from '../arguments.ts';
import type { Command } from '../types.ts';

export const schema: Command = {
  usage: ['schema                       writes the meta-schemas for editors (schemas/meta/)'],
  async run(args, deps) {
    readArguments(args, {});
    const files = generateMetaSchemas(deps.registry);
    deps.write(files);
    deps.out(`Wrote ${files.length} meta-schemas.`);
    return 0;
  },
};
