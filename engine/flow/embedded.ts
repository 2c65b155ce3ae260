import type { Flow } from '../config/flow.ts';

/** A flow embedded in a page of another site, with the routes that belong to it. */
export interface EmbeddedFlow {
  flow: string;
  /** Route where it begins. */
  entry: string;
  /** Route of the screen that its completion leads to. */
  completion?: string;
}

export function embeddedFlow({ id, steps, onComplete }: Flow): EmbeddedFlow {
  const completion = onComplete?.go;
  return { flow: id, entry: steps[0]?.route ?? '/', ...(completion === undefined || completion === 'back' ? {} : { completion }) };
}

/** Whether a screen may be shown there: a step, a screen without a session such as the login, or the one after completion. */
export const isShownEmbedded = (
  { flow, completion }: Pick<EmbeddedFlow, 'flow' | 'completion'>,
  screen: { flow: string | undefined; noCheck: boolean; route: string },
): boolean => screen.noCheck || screen.flow === flow || screen.route === completion;
