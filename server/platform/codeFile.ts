import { extname } from 'node:path';

/**
 * URL of a module that starts a thread or a process. It is TypeScript here, and JavaScript in the package.
 *
 * @param path without its extension, relative to the module that names it
 * @param from `import.meta.url` of that module
 */
export const codeFile = (path: string, from: string): URL => new URL(`${path}${extname(new URL(from).pathname)}`, from);
