import { checkExpression, emitExpression, type NamedConditions } from '../expression/index.ts';
import type { BundledForm } from './forms/bundle.ts';
import type { Entry, Project } from './project/project.ts';
import type { Sites } from './names/walk.ts';
import type { Memo } from './memo.ts';
import { formModule } from './release/formModule.ts';
import { type StandaloneValidators, standaloneValidators } from './release/validators.ts';
import { createScopes, type Scopes } from './scopes/scopes.ts';

/** The shared knowledge of the stages that run after reading. Those stages only add findings. */
export interface Analysis {
  project: Project;
  forms: ReadonlyMap<string, BundledForm>;
  conditions: NamedConditions;
  scopes: Scopes;
  sites: (entry: Entry) => Sites;
  memo: Memo;
  /** The form's ES module, or undefined if the form has no layout. */
  formModule: (form: string) => string | undefined;
  /** The validators of a form. */
  validators: (form: BundledForm['schema']) => StandaloneValidators;
  /** The other forms whose answers this form's expressions read. */
  formsReadBy: (form: string) => string[];
}

export function analyse(project: Project, forms: ReadonlyMap<string, BundledForm>, sites: (entry: Entry) => Sites, memo: Memo): Analysis {
  const conditions = project.one('conditions')?.value.conditions ?? {};
  const scopes = createScopes(project, forms, conditions, sites);
  const validators = ({ id, properties, required }: BundledForm['schema']) =>
    memo.get(`validators ${JSON.stringify([id, properties, required])}`, () =>
      standaloneValidators({ id, properties, ...(required && { required }) }),
    );
  return {
    project,
    forms,
    conditions,
    scopes,
    sites,
    memo,
    validators,
    formModule(id) {
      const schema = forms.get(id)?.schema;
      const order = project.get('formUi', id)?.value.order;
      // The expressions of a form may name conditions of the unreadable file.
      if (!schema || !order || project.isBroken('conditions')) return undefined;
      const { examples: _examples, $comment: _comment, ...relevant } = schema;
      // The types of what it reads are in other files.
      const entry = project.get('form', id);
      const code = entry && sites(entry).expressions.map((site) => emitExpression(site.source, conditions, scopes.at(entry, site)));
      return memo.get(`formModule ${JSON.stringify([relevant, order, conditions, code])}`, () =>
        formModule(schema, validators(schema), order, conditions, (scope) => scopes.ofOwner(id, scope)),
      );
    },
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
