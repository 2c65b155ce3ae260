import type { ProductCommand, Question } from '../../engine/cli/index.ts';
import type { Registry } from '../../engine/config/definitions.ts';
import type { Area } from './area.ts';
import type { Deps } from './deps.ts';
import type { Product } from './product.ts';

/** A product on this platform. `server/project.ts` in its folder exports it as `project`. */
export interface Project {
  /** Everything that code registers by name. Releases are compiled against it. */
  registry: Registry;
  /** Applications other than the main one. */
  applications?: readonly ProjectApplication[];
  /** Questions that scenarios may ask, by name. */
  questions: Readonly<Record<string, Question>>;
  /** Commands of `hakbang` beyond configuration, by their first word. */
  commands: () => Promise<Readonly<Record<string, ProductCommand>>>;
  /** Imports the server's code, which takes longer to load than a check of the configuration. */
  server: () => Promise<ProjectServer>;
}

/** Name of the application whose configuration is in the product's own folder. Customers use it. */
export const mainApplication = 'main';

/**
 * Another application of the product on the same engine. Its name is the folder of its configuration, entry page and bundle, the path of
 * its pages, and the key of its active release.
 */
export interface ProjectApplication {
  name: string;
  /** Imports its registry on demand, because commands about the main application do not need it. */
  registry: () => Promise<Registry>;
}

export interface ProjectServer {
  product: Product;
  /** All areas, including those of the platform (`withPlatform`). */
  areas: readonly Area[];
  /**
   * Fills the database of a new demo. No job runs until it ends.
   *
   * @param calledOff aborts when the server stops
   */
  prepareDemo?: (deps: Deps, say: (line: string) => void, calledOff: AbortSignal) => Promise<void>;
}
