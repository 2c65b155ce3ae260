import { generateMetaSchemas } from '../../compiler/index.ts';
import { readArguments } from '../arguments.ts';
import type { Command } from '../types.ts';

export const schema: Command = {
  usage: ['schema                       writes the meta-schemas that editors complete by (schemas/meta/)'],
  async run(args, deps) {
    readArguments(args, {});
    const files = generateMetaSchemas(deps.registry);
    deps.write(files);
    deps.out(`${files.length} meta-schemas written.`);
    return 0;
  },
};
