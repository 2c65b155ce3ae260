import { platformOperations } from './platformOperations.ts';

/** Operations that serve the release of an application other than the main one, under that application's own API path. */
export const applicationOperations = (application: string) => ({
  'release.boot': { ...platformOperations['release.boot'], path: `/api/${application}/boot` },
  'release.screen': { ...platformOperations['release.screen'], path: `/api/${application}/screens` },
});
