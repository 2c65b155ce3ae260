import { checkExpression, type NamedConditions } from '../expression/index.ts';
import type { BundledForm } from './forms/bundle.ts';
import type { Entry, Project } from './names/project.ts';
import type { Sites } from './names/walk.ts';
import { createScopes, type Scopes } from './scopes/scopes.ts';

/** What the stages after reading know of a configuration: they add findings, not knowledge. */
export interface Analysis {
  project: Project;
  forms: ReadonlyMap<string, BundledForm>;
  conditions: NamedConditions;
  scopes: Scopes;
  /** The annotated spots of a file. */
  sites(entry: Entry): Sites;
  /** Other forms whose answers the expressions of a form read. */
  formsReadBy(form: string): string[];
}

export function analyse(project: Project, forms: ReadonlyMap<string, BundledForm>, sites: (entry: Entry) => Sites): Analysis {
  const conditions = project.one('conditions')?.value.conditions ?? {};
  const scopes = createScopes(project, forms, conditions, sites);
  return {
    project,
    forms,
    conditions,
    scopes,
    sites,
    formsReadBy(id) {
      const entry = project.get('form', id);
      if (!entry) return [];
      const read = sites(entry).expressions.flatMap((site) => {
        const { reads } = checkExpression(site.source, scopes.at(entry, site), site.expected, conditions);
        return reads.flatMap(([namespace]) => (namespace !== undefined && namespace !== id && forms.has(namespace) ? [namespace] : []));
      });
      return [...new Set(read)].sort();
    },
  };
}
