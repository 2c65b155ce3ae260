import type { Widget } from '../../engine/react/engine-context.tsx';
import type { AppProduct } from './product.ts';
import type { FormSession, FormSessionOptions } from '../../engine/session/formSession.ts';

/** The widgets of engine and product, filled when they are loaded. The first screen usually has no form and loads none. */
export const widgets: Record<string, Widget> = {};

let Session: typeof FormSession | undefined;
let loadHeavy: ((names: readonly string[]) => Promise<unknown>) | undefined;
let loading: Promise<void> | undefined;

/** Loads what forms need: widgets, form state, and their view. */
export function loadFormParts(product: Pick<AppProduct, 'widgets'>): Promise<void> {
  loading ??= load(product);
  loading.catch(() => (loading = undefined));
  return loading;
}

async function load(product: Pick<AppProduct, 'widgets'>): Promise<void> {
  const [components, session] = await Promise.all([
    import('../../engine/react/widgets/components.ts'),
    import('../../engine/session/formSession.ts'),
  ]);
  Object.assign(widgets, components.widgetComponents, product.widgets);
  Session = session.FormSession;
  loadHeavy = components.loadWidgets;
}

/** Preloads widgets that have their own chunk. Does nothing when no form is loaded. */
export async function loadWidgets(product: Pick<AppProduct, 'loadWidgets'>, names: readonly string[]): Promise<void> {
  await Promise.all([loadHeavy?.(names), product.loadWidgets(names)]);
}

/** Creates a form outside a flow. Its screen was loaded with `loadFormParts`. */
export function createForm(options: FormSessionOptions): FormSession {
  if (!Session) throw new Error('Loaded without forms.');
  return new Session(options);
}
