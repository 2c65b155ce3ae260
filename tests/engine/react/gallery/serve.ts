import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type BuiltPage, servePage } from '../../../support/builtPage.ts';
import { root } from '../../../support/root.ts';
import viteConfig from '../../../../vite.config.ts';

/** Serves the gallery, including places. */
export const serveGallery = (): Promise<BuiltPage> =>
  servePage(fileURLToPath(new URL('.', import.meta.url)), {
    alias: viteConfig.resolve?.alias ?? [],
    fill: (served) => void execFileSync('node', [join(root, 'tools/places.mjs'), join(served, 'places')]),
  });
