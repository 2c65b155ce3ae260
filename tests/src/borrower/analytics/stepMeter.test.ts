import { observable, runInAction } from 'mobx';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { ScreenModel } from '../../../../engine/react/screen/screenModel.ts';
import type { StepBatch } from '../../../../src/app/analytics/sendStepCounts.ts';
import { StepMeter } from '../../../../src/app/analytics/stepMeter.ts';

const stops: (() => void)[] = [];
beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  stops.splice(0).forEach((stop) => stop());
  vi.useRealTimers();
});

/** Stands in for the document: dispatches its events and those of its controls. */
class FakePage extends EventTarget {
  visibilityState: DocumentVisibilityState = 'visible';
  emit(type: string, field?: string): void {
    const event = new Event(type);
    const frame = { getAttribute: () => field };
    if (field !== undefined) Object.defineProperty(event, 'target', { value: { closest: () => frame } });
    this.dispatchEvent(event);
  }
}

interface FakeForm {
  refused: boolean;
  visibleProblems: { path: string; code: string }[];
}

function setUp({ allowed = true } = {}) {
  const consent = observable.box(allowed);
  const form = observable<FakeForm>({ refused: false, visibleProblems: [] });
  const screens = observable.box<ScreenModel | undefined>(undefined, { deep: false });
  const page = new FakePage();
  const sent: StepBatch[] = [];
  let onDone: (operation: string) => void = () => undefined;
  const meter = new StepMeter({ isAllowed: () => consent.get(), send: async (batch) => void sent.push(batch) });
  const follow = {
    screen: () => screens.get(),
    onDone: (listener: typeof onDone) => ((onDone = listener), () => undefined),
    page: page as unknown as Document,
  };
  stops.push(meter.follow(follow));
  const show = (step: string | undefined) => {
    const screen = { loaded: { definition: { flow: 'apply' } }, step: step && { id: step, form: step }, form: () => form };
    runInAction(() => screens.set(screen as unknown as ScreenModel));
  };
  const hide = () => {
    page.visibilityState = 'hidden';
    page.emit('visibilitychange');
  };
  const type = (field: string) => {
    page.emit('focusin', field);
    page.emit('change', field);
  };
  const said = () => sent.splice(0).flatMap(({ events }) => events.map((event) => Object.values(event).join(' ')));
  return { consent, form, show, hide, type, said, save: () => onDone('flows.saveStep') };
}

describe('D11 the device', () => {
  test('D11 notes nothing and sends nothing without consent', () => {
    const { show, hide, type, said, save } = setUp({ allowed: false });
    show('work');
    type('income');
    save();
    hide();
    expect(said()).toEqual([]);
  });

  test('D11 sends what happened in a step when it is saved, each once and no answer', () => {
    const { show, type, said, save } = setUp();
    show('work');
    type('income');
    type('income');
    save();
    expect(said()).toEqual(['work seen', 'work begun', 'work begun income']);
    show('address');
    save();
    expect(said()).toEqual(['address seen']);
  });

  test('D11 notes at which field somebody left, once, also when the app is never seen again', () => {
    const { show, hide, type, said } = setUp();
    show('work');
    type('income');
    hide();
    expect(said()).toEqual(['work seen', 'work begun', 'work begun income', 'work left income']);
    hide();
    expect(said()).toEqual([]);
  });

  test('D11 going elsewhere without saving counts as leaving; after saving it does not', () => {
    const { show, hide, said, save } = setUp();
    show('work');
    show('address');
    save();
    expect(said()).toEqual(['work seen', 'work left', 'address seen']);
    show(undefined);
    hide();
    expect(said()).toEqual([]);
  });

  test('D11 notes what the device refused, after the key press, and leaves to the server what it refused', async () => {
    const { show, form, said, save } = setUp();
    show('work');
    runInAction(() => (form.visibleProblems = [{ path: '/income/1', code: 'required' }]));
    await vi.advanceTimersByTimeAsync(400);
    runInAction(() => Object.assign(form, { refused: true, visibleProblems: [{ path: '/jobType', code: 'enum' }] }));
    await vi.advanceTimersByTimeAsync(400);
    save();
    expect(said()).toEqual(['work seen', 'work refused income required']);
  });

  test('D11 forgets what waits when the consent is withdrawn', () => {
    const { consent, show, hide, said } = setUp();
    show('work');
    runInAction(() => consent.set(false));
    runInAction(() => consent.set(true));
    hide();
    expect(said()).toEqual(['work left']);
  });
});
