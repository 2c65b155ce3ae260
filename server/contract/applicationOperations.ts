import { platformOperations } from './platformOperations.ts';

/** The operations that serve the release of an application beside the main one, under its own path of the API. */
export const applicationOperations = (application: string) => ({
  'release.boot': { ...platformOperations['release.boot'], path: `/api/${application}/boot` },
  'release.screen': { ...platformOperations['release.screen'], path: `/api/${application}/screens` },
});
