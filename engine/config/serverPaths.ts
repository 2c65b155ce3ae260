/**
 * First path segments that the server answers itself, in every product. No screen of the main application can use them. `desk` and `studio`
 * are other applications.
 */
export const serverPaths: readonly string[] = ['api', 'assets', 'desk', 'dev', 'embed', 'health', 'icons', 'places', 'r', 'studio'];
