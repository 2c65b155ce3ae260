import type { Release } from '../compiler/types.ts';
import { sortDiagnostics } from '../compiler/diagnostics.ts';
import type { Diagnostic } from '../compiler/types.ts';
import type { Registry } from '../config/definitions.ts';
import { createRandom } from '../fake/index.ts';
import { exploreFlow } from './flows.ts';
import { exploreForm } from './forms.ts';
import { exploreNavigation } from './navigation.ts';
import { exploreContent } from './content.ts';
import { ProjectReader, type Explored } from './project.ts';
import { exploreTable } from './tables.ts';

export interface ExploreOptions {
  /** The date for all evaluations. */
  today?: string;
  /** The maximum number of cases for one question. */
  budget?: number;
}

export interface Explorer {
  /**
   * Finds what a release can never do, always does, or does twice. Every finding has a position, and a witness or the limits of its
   * search.
   */
  explore(release: Release, options?: ExploreOptions): Promise<Diagnostic[]>;
}

/** An extra check that a caller adds to the exploration. */
export type Question = (explored: Explored) => Promise<Diagnostic[]>;

/**
 * Creates an explorer that caches the files it has read.
 *
 * @param questions additional questions, for example whether cases pin down the conditions
 */
export function createExplorer(registry: Registry, questions: readonly Question[] = []): Explorer {
  const reader = new ProjectReader(registry);
  return {
    async explore(release, { today = '2026-03-01', budget = 20_000 } = {}) {
      const explored = await reader.read(release, { random: createRandom(1), today, budget });
      const { project } = explored.analysis;
      return sortDiagnostics([
        ...project.all('flow').flatMap((entry) => exploreFlow(entry, explored)),
        ...project.all('form').flatMap((entry) => exploreForm(entry, explored)),
        ...project.all('decisionTable').flatMap((entry) => exploreTable(entry, explored)),
        ...project.all('navigation').flatMap((entry) => exploreNavigation(entry, explored)),
        ...project.all('content').flatMap((entry) => exploreContent(entry, today)),
        ...(await Promise.all(questions.map((question) => question(explored)))).flat(),
      ]);
    },
  };
}
