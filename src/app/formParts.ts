import type { Widget } from '../../engine/react/engine-context.tsx';
import type { AppProduct } from './product.ts';
import type { FormSession, FormSessionOptions } from '../../engine/session/formSession.ts';

/** The widgets of engine and product, once they are loaded: the first screen mostly asks nothing, and comes without them. */
export const widgets: Record<string, Widget> = {};

let Session: typeof FormSession | undefined;
let loadHeavy: ((names: readonly string[]) => Promise<unknown>) | undefined;
let loading: Promise<void> | undefined;

/** Loads what forms need: widgets, live state, and the view over them. */
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

/** Loads the widgets that have a chunk of their own, ahead of their screen. Does nothing where no form was loaded. */
export async function loadWidgets(product: Pick<AppProduct, 'loadWidgets'>, names: readonly string[]): Promise<void> {
  await Promise.all([loadHeavy?.(names), product.loadWidgets(names)]);
}

/** A form outside of any flow. Its screen was loaded with `loadFormParts`. */
export function createForm(options: FormSessionOptions): FormSession {
  if (!Session) throw new Error('A form is asked on a screen that was loaded without forms.');
  return new Session(options);
}
