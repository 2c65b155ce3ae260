import { defaultWidget } from '../../config/defaultWidget.ts';
import type { PropertySchema } from '../../config/form.ts';
import type { FieldUi } from '../../config/formUi.ts';
import type { Screen } from '../../config/screen.ts';
import type { BundledForm } from '../forms/bundle.ts';
import type { Entry, Project } from '../project/project.ts';
import type { Sites } from './walk.ts';

/** The dependencies of a screen. */
export interface ScreenNeeds {
  forms: string[];
  blocks: string[];
  widgets: string[];
  enums: string[];
  formats: string[];
  content: string[];
  /** Forms whose field labels the screen shows. */
  labelled: string[];
}

/** Collects the dependencies of a screen from its blocks and its step. A review needs every form of its flow. */
export function screenNeeds(screen: Entry<Screen>, sites: Sites, project: Project, forms: ReadonlyMap<string, BundledForm>): ScreenNeeds {
  const named = (target: string) => sites.references.filter((site) => site.target === target).map((site) => site.name);
  const formIds = unique([...named('form'), ...formsOfStep(screen.value, project)]).filter((id) => forms.has(id));
  const bundled = formIds.flatMap((id) => forms.get(id) ?? []);
  return {
    forms: formIds,
    blocks: unique(sites.blocks.map((site) => site.name)),
    widgets: unique([...named('widget'), ...bundled.flatMap((form) => widgetsOf(form, project))]),
    enums: unique([...named('enum'), ...bundled.flatMap((form) => [...form.enums])]),
    content: unique(named('content')),
    labelled: unique(
      flowsNamedByBlocks(sites).flatMap((id) => project.get('flow', id)?.value.steps.flatMap(({ form }) => form ?? []) ?? []),
    ),
    formats: unique(bundled.flatMap((form) => [...form.formats])),
  };
}

/** Leaves out the flow of the screen itself. */
const flowsNamedByBlocks = ({ references }: Sites): string[] =>
  references.flatMap(({ target, name, pointer }) => (target === 'flow' && pointer.startsWith('/blocks/') ? [name] : []));

function formsOfStep(screen: Screen, project: Project): string[] {
  const flow = screen.flow === undefined ? undefined : project.get('flow', screen.flow)?.value;
  const step = flow?.steps.find((each) => each.route === screen.route || screen.aliases?.includes(each.route));
  if (!flow || !step) return [];
  return (step.kind === 'review' ? flow.steps : [step]).flatMap((each) => each.form ?? []);
}

/** Returns the widgets of a form, also inside objects and lists. */
export function widgetsOf(form: BundledForm, project: Project): string[] {
  const { fields = {} } = project.get('formUi', form.entry.id)?.value ?? {};
  const ofParts = ({ properties = {} }: Pick<PropertySchema, 'properties'>, layout: Readonly<Record<string, FieldUi>>): string[] =>
    Object.entries(properties).flatMap(([name, property]) => {
      const widget = layout[name]?.['ui:widget'] ?? defaultWidget(property);
      const { isStructure } = project.registry.widgets[widget] ?? {};
      return [widget, ...(isStructure ? ofParts(property.items ?? property, layout[name]?.items ?? {}) : [])];
    });
  return ofParts(form.schema, fields);
}

function unique(values: readonly string[]): string[] {
  return [...new Set(values)].sort();
}
