import { fileURLToPath } from 'node:url';

/** The project's root, without a slash at the end. */
export const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/[\\/]$/, '');

/** The folder that holds schemas/, flows/ and locales/: the project's own, or `CONFIG_DIR`. */
export const configurationRoot = process.env['CONFIG_DIR'] ?? root;
