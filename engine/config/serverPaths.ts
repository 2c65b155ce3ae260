/**
 * First segments of paths that the server answers itself, in every product: no screen of the main application can be there. `desk` and
 * `studio` are other applications.
 */
export const serverPaths: readonly string[] = ['api', 'assets', 'desk', 'dev', 'embed', 'health', 'icons', 'places', 'r', 'studio'];
