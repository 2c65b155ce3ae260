import { defaultWidget } from '../../config/defaultWidget.ts';
import type { PropertySchema } from '../../config/form.ts';
import type { FieldUi } from '../../config/formUi.ts';
import type { Screen } from '../../config/screen.ts';
import type { BundledForm } from '../forms/bundle.ts';
import type { Entry, Project } from '../project/project.ts';
import type { Memo } from '../memo.ts';
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

interface Known {
  sites: (entry: Entry) => Sites;
  project: Project;
  forms: ReadonlyMap<string, BundledForm>;
  /** An identity token: the same object until a flow changes. */
  flows: object;
  memo: Memo;
}

/** Returns a function that collects the dependencies of a screen from its blocks and its step. A review needs every form of its flow. */
export function screensNeeds({ sites: sitesOf, project, forms, flows, memo }: Known): (screen: Entry<Screen>) => ScreenNeeds {
  const state = memo.of('forms and flows', [flows, ...forms.values()], () => ({}));
  return (screen) => {
    const sites = sitesOf(screen);
    const shown = () => formsOf(screen, sites, project).flatMap((id) => forms.get(id) ?? []);
    return memo.hinted(
      screen,
      'needs',
      [state],
      () => [flows, ...shown()],
      () => needsOf(sites, shown(), project),
    );
  };
}

const formsOf = ({ value }: Entry<Screen>, sites: Sites, project: Project): string[] =>
  unique([...namesIn(sites, 'form'), ...formsOfStep(value, project)]);

const namesIn = ({ references }: Sites, kind: string): string[] =>
  references.flatMap(({ target, name }) => (target === kind ? [name] : []));

function needsOf(sites: Sites, bundled: readonly BundledForm[], project: Project): ScreenNeeds {
  const named = (kind: string) => namesIn(sites, kind);
  return {
    forms: bundled.map(({ entry }) => entry.id),
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
