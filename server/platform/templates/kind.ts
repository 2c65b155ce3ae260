import Type, { type Static } from 'typebox';
import { SchemaRef, TextKey } from '../../../engine/config/annotations.ts';
import type { KindDefinition, KindFinding, ProjectView } from '../../../engine/config/definitions.ts';
import { onlyOf } from '../../../engine/config/kindValues.ts';
import { object } from '../../../engine/config/object.ts';
import type { LoadedRelease } from '../release/types.ts';
import type { TemplateRule } from './rules.ts';

/** Key prefix of template texts under `sms`. */
export const templatePrefix = 'template.';

/** flows/templates.json */
const Templates = object(
  {
    $schema: SchemaRef,
    $comment: Type.Optional(Type.String()),
    perCustomerAndDay: Type.Integer({
      title: 'Per customer and day',
      description: 'How many messages of staff a customer gets on a day at most.',
      minimum: 1,
      maximum: 10,
    }),
    templates: Type.Array(
      TextKey('server.sms.template', [], {
        title: 'Template',
        description:
          'Key under sms.template in locales/<language>/server.json. A notice of template.<key> in flows/content/messages.json holds the title and the text for the message centre.',
      }),
      { title: 'Templates', uniqueItems: true, maxItems: 100 },
    ),
  },
  { title: 'Templates', description: 'Messages that staff send to a customer or to many.' },
);
type Templates = Static<typeof Templates>;

function check({ templates }: Templates, project: ProjectView): KindFinding<TemplateRule>[] {
  const centre = project.get('messages');
  if (!centre) return [];
  const titled = centre.notices.flatMap(({ of }) => (of.startsWith(templatePrefix) ? of.slice(templatePrefix.length) : []));
  // A misspelt notice is not missing: `unknown-notice` reports it.
  if (titled.some((name) => !templates.includes(name))) return [];
  return templates.flatMap((template, index): KindFinding<TemplateRule>[] =>
    titled.includes(template)
      ? []
      : [
          {
            code: 'template-title',
            pointer: `/templates/${index}`,
            message: `The message centre has no title for "${template}".`,
            fix: `Add a notice of "${templatePrefix}${template}" to flows/content/messages.json.`,
          },
        ],
  );
}

export const templatesKind: KindDefinition<TemplateRule> = { name: 'templates', metaSchema: Templates, single: true, check };

/** A product without the file has no templates. */
const none: Templates = { perCustomerAndDay: 1, templates: [] };

export const templatesOf = ({ manifest }: Pick<LoadedRelease, 'manifest'>): Templates => onlyOf(manifest.other, 'templates') ?? none;

declare module '../../../engine/config/kindValues.ts' {
  interface KindValues {
    templates: Templates;
  }
}
