import { reaction } from 'mobx';
import type { ScreenModel } from '../../../engine/react/screen/screenModel.ts';
import { type AnalyticsEvent, fieldOfPath } from './events.ts';

export interface ObserveOptions {
  /** The visible screen. Observable. */
  screen: () => ScreenModel | undefined;
  /** Subscribes to completed operations. */
  onDone: (listener: (operation: string) => void) => () => void;
  track: (event: AnalyticsEvent) => void;
}

/** Tracks screens, steps and problems by their ids. Returns a function that stops it. */
export function observe({ screen, onDone, track }: ObserveOptions): () => void {
  const stops = [
    reaction(
      () => screen()?.id,
      (id) => id !== undefined && track({ name: 'screenViewed', screen: id }),
      { fireImmediately: true },
    ),
    reaction(
      () => stepOn(screen()),
      (place) => place && track({ name: 'stepViewed', ...place }),
      { fireImmediately: true, equals: (one, other) => one?.flow === other?.flow && one?.step === other?.step },
    ),
    // The navigation follows the save, so the screen is still that of the step.
    onDone((operation) => {
      const place = operation === 'flows.saveStep' ? stepOn(screen()) : undefined;
      if (place) track({ name: 'stepCompleted', ...place });
    }),
    followProblems(screen, track),
  ];
  return () => stops.forEach((stop) => stop());
}

export function stepOn(screen: ScreenModel | undefined): { flow: string; step: string } | undefined {
  const { flow } = screen?.loaded.definition ?? {};
  const step = screen?.step?.id;
  return flow === undefined || step === undefined ? undefined : { flow, step };
}

/** Tracks each problem once, when it is first shown: its code, never the value. */
function followProblems(screen: () => ScreenModel | undefined, track: ObserveOptions['track']): () => void {
  let before = new Set<string>();
  return reaction(
    () => problemsOn(screen()),
    (problems) => {
      for (const [key, event] of problems) if (!before.has(key)) track(event);
      before = new Set(problems.keys());
    },
    { equals: (one, other) => [...one.keys()].join(' ') === [...other.keys()].join(' ') },
  );
}

function problemsOn(screen: ScreenModel | undefined): Map<string, AnalyticsEvent> {
  const events = Object.keys(screen?.loaded.forms ?? {}).flatMap((form) =>
    (screen?.form(form).visibleProblems ?? []).map(({ path, code }): AnalyticsEvent => ({
      name: 'checkFailed',
      form,
      field: fieldOfPath(path),
      code,
    })),
  );
  return new Map(events.map((event) => [JSON.stringify(event), event]));
}
