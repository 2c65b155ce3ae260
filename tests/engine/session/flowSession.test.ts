import { configure } from 'mobx';
import { beforeAll, describe, expect, test } from 'vitest';
import { mask } from '../../../engine/form/mask.ts';
import { confirmation, position } from '../../../engine/flow/position.ts';
import type { CompiledFlow, FlowSnapshot, FlowState } from '../../../engine/flow/types.ts';
import { flowEnvironment } from '../../../engine/flow/environment.ts';
import type { FormModule } from '../../../engine/form/types.ts';
import type { DraftStore } from '../../../engine/session/draftStore.ts';
import { carryDraft } from '../../../engine/session/carryDraft.ts';
import { FlowSession } from '../../../engine/session/flowSession.ts';
import { confirmAll, correction, flow, formStep, modules, sound, state } from '../flow/support.ts';
import { formModule, must, surroundings } from '../form/support.ts';
import { definitionOf } from './support.ts';

beforeAll(() => configure({ enforceActions: 'always' }));

/** A store that keeps JSON, as a browser's does, and counts its writes. */
class TestStore implements DraftStore {
  readonly values = new Map<string, string>();
  writes = 0;
  load = async (key: string): Promise<unknown> => JSON.parse(this.values.get(key) ?? 'null') ?? undefined;
  save = async (key: string, value: unknown): Promise<void> => {
    this.writes += 1;
    await Promise.resolve();
    this.values.set(key, JSON.stringify(value));
  };
  drop = async (key: string): Promise<void> => void this.values.delete(key);
  erase = async (): Promise<void> => this.values.clear();
}

/** The snapshot of a server that has all answers. It leaves the fields in `hidden` (`form.field`) masked. */
function snapshotOf(now: FlowState, { revision = 1, hidden = [] as string[], of = flow, forms = modules } = {}): FlowSnapshot {
  const environment = flowEnvironment({
    flow: of,
    module: (form) => must(forms[form]),
    surroundings,
    digest: (value) => `keyed ${JSON.stringify(value)}`,
  });
  const isHidden = (form: string, field: string) => hidden.includes(`${form}.${field}`);
  const split = (wanted: boolean, change: (value: unknown) => unknown) =>
    Object.fromEntries(
      Object.entries(now.answers).map(([form, answers]) => [
        form,
        Object.fromEntries(
          Object.entries(answers).flatMap(([field, value]) => (isHidden(form, field) === wanted ? [[field, change(value)]] : [])),
        ),
      ]),
    );
  const confirmed = Object.fromEntries(
    of.steps.flatMap(({ id }) => (now.confirmed[id] === undefined ? [] : [[id, confirmation(of, now, environment, id) ?? '']])),
  );
  const given = { ...now, confirmed };
  return {
    flow: of.id,
    release: 'r1',
    revision,
    ...given,
    answers: split(false, (value) => value),
    masked: split(true, (value) => mask(value, 'pii')) as FlowSnapshot['masked'],
    position: position(of, given, environment),
  };
}

const open = (
  snapshot: FlowSnapshot,
  { drafts, of = flow, forms = modules }: { drafts?: DraftStore; of?: CompiledFlow; forms?: Record<string, FormModule> } = {},
) =>
  new FlowSession({
    flow: of,
    snapshot,
    environment: { surroundings: () => surroundings, module: (form) => forms[form] },
    draftDelayMs: 0,
    ...(drafts ? { drafts: { store: drafts, key: 'k' } } : {}),
  });
const formOf = (session: FlowSession, form: string, forms = modules) =>
  session.form(form, definitionOf(must(forms[form])), must(forms[form]));
const half = confirmAll(state({ person: sound['person'] ?? {} }));

describe('the position on a device', () => {
  test("is the server's while nothing waits to be sent", () => {
    const snapshot = snapshotOf(half, { hidden: ['person.age'] });
    expect(open(snapshot).position).toBe(snapshot.position);
  });

  test('moves on when a step is confirmed here, even without sensitive answers on the device', async () => {
    const session = open(snapshotOf(half, { hidden: ['person.age', 'person.name'] }));
    await session.confirm('work', { job: 'clerk' });
    expect(session.position.path.map(({ id, status }) => `${id} ${status}`)).toEqual([
      'person done',
      'work done',
      'photo missing',
      'review unconfirmed',
    ]);
    expect(session.pending).toMatchObject([{ step: 'work', answers: { job: 'clerk' }, kept: [] }]);
    const key = session.pending[0]?.key;
    await session.confirm('work', { job: 'clerk' });
    expect(session.pending[0]?.key).toBe(key);
  });

  test('includes a step that an answer confirmed here adds to the path', async () => {
    const session = open(snapshotOf(half));
    await session.confirm('work', { job: 'student' });
    expect(session.position.step).toMatchObject({ id: 'school', status: 'missing' });
    await session.confirm('school', { name: 'UP' });
    await session.confirm('photo', { file: 'f' });
    expect(session.position.step).toMatchObject({ id: 'photo', status: 'waiting' });
  });

  test('stays at an invalid step confirmed here', async () => {
    const session = open(snapshotOf(half));
    await session.confirm('work', { job: 'pilot' });
    expect(session.position.step).toMatchObject({ id: 'work', status: 'wrong' });
    await session.withdraw('work');
    expect(session.position.step).toMatchObject({ id: 'work', status: 'missing' });
  });

  test('does not move for unconfirmed input', () => {
    const session = open(snapshotOf(half));
    formOf(session, 'work').set('job', 'clerk');
    expect(session.position.step?.id).toBe('work');
    expect(session.answers['work']).toBeUndefined();
  });

  test('stays where the server found a problem, whatever is pending', async () => {
    const snapshot = snapshotOf(half);
    const path = snapshot.position.path.map((step) => (step.id === 'person' ? { ...step, status: 'unconfirmed' as const } : step));
    const unconfirmed = open({ ...snapshot, position: { ...snapshot.position, path } });
    await unconfirmed.confirm('work', { job: 'clerk' });
    expect(unconfirmed.position.step).toMatchObject({ id: 'person', status: 'unconfirmed' });
    const wrong = open(snapshotOf({ ...half, answers: { person: { name: 'Ana' } } }));
    await wrong.confirm('work', { job: 'clerk' });
    expect(wrong.position.step).toMatchObject({ id: 'person', status: 'wrong' });
  });

  test('does not treat answers on the server as absent', async () => {
    const minors: CompiledFlow = {
      ...flow,
      steps: flow.steps.with(1, formStep('work', { when: ({ person }) => (person as { age?: number }).age === undefined })),
    };
    const known = { ...half, confirmed: {} };
    const session = open(snapshotOf(confirmAll(known, minors), { hidden: ['person.age'], of: minors }), { of: minors });
    await session.confirm('photo', { file: 'f' });
    expect(session.position.path.map(({ id }) => id)).toEqual(['person', 'photo', 'review']);
  });

  test('does not require transient answers in pending steps', async () => {
    const forms = { ...modules, work: formModule('work', { job: {}, again: { 'x-transient': true } }, ['job', 'again']) };
    const session = open(snapshotOf(half, { forms }), { forms });
    await session.confirm('work', { job: 'clerk', again: 'clerk' });
    expect(session.position.step?.id).toBe('photo');
    expect(session.answers['work']).toEqual({ job: 'clerk' });
  });

  test('R09 moves past a step skipped here, offers it again, and queues one or the other', async () => {
    const optional: CompiledFlow = { ...flow, steps: flow.steps.with(1, formStep('work', { optional: true })) };
    const drafts = new TestStore();
    const session = open(snapshotOf(half, { of: optional }), { of: optional, drafts });
    formOf(session, 'work').set('job', 'clerk');
    expect(formOf(session, 'work').answered).toBe(true);
    await session.skip('work');
    expect(session.position.path.map(({ id, status }) => `${id} ${status}`)).toContain('work skipped');
    expect(session.position.step?.id).toBe('photo');
    expect(session.answers).not.toHaveProperty('work');
    expect(session.pending).toMatchObject([{ step: 'work', answers: {}, skip: true }]);

    const reopened = open(snapshotOf(half, { of: optional }), { of: optional, drafts });
    await reopened.restore();
    expect(reopened.position.step?.id).toBe('photo');
    await reopened.confirm('work', { job: 'clerk' });
    expect(reopened.pending).toHaveLength(1);
    expect(reopened.pending[0]).not.toHaveProperty('skip');

    const skipped = { ...half, confirmed: { ...half.confirmed, work: 'skipped' } };
    await session.saved('work', snapshotOf(skipped, { of: optional, revision: 2 }));
    expect(formOf(session, 'work').answered).toBe(false);
    expect(formOf(session, 'work').value('/job')).toBeUndefined();
    expect(session.position.step?.id).toBe('photo');
  });

  test('moves past a correction once it is made here', async () => {
    const done = confirmAll(state(sound, { facts: { matched: true } }));
    const session = open(snapshotOf({ ...done, corrections: [correction('work', 'job')] }));
    await session.confirm('work', { job: 'clerk' });
    expect(session.position.step?.id).toBe('review');
  });

  test('asks for the review again when another step is pending', async () => {
    const done = confirmAll(state(sound, { facts: { matched: true } }));
    const session = open(snapshotOf(done));
    expect(session.position.complete).toBe(true);
    await session.confirm('work', { job: 'clerk' });
    expect(session.position.step?.id).toBe('review');
  });
});

describe('a snapshot', () => {
  test('that arrives late is ignored', () => {
    const session = open(snapshotOf(half, { revision: 5 }));
    session.apply(snapshotOf(state(), { revision: 4 }));
    expect(session.revision).toBe(5);
  });

  test('of another release is accepted with any revision', () => {
    const session = open(snapshotOf(half, { revision: 5 }));
    session.apply({ ...snapshotOf(half, { revision: 1 }), release: 'r2' });
    expect(session.revision).toBe(1);
  });

  test('after a save ends the draft and the pending state', async () => {
    const session = open(snapshotOf(half));
    const form = formOf(session, 'work');
    form.set('job', 'clerk');
    await session.confirm('work', form.settled());
    await session.saved('work', snapshotOf(confirmAll({ ...half, answers: { ...half.answers, work: { job: 'clerk' } } }), { revision: 2 }));
    expect([session.pending, form.dirty, form.value('job'), session.position.step?.id]).toEqual([[], false, 'clerk', 'photo']);
  });

  test('after a save keeps later input and a newer pending confirmation', async () => {
    const drafts = new TestStore();
    const session = open(snapshotOf(half), { drafts });
    const form = formOf(session, 'work');
    form.set('job', 'clerk');
    await session.confirm('work', form.settled());
    const key = session.pending[0]?.key;
    const clerk = snapshotOf(confirmAll({ ...half, answers: { ...half.answers, work: { job: 'clerk' } } }), { revision: 2 });
    form.set('job', 'driver');
    await session.saved('work', clerk, key);
    expect([session.pending, form.dirty, form.value('job'), session.conflicts]).toEqual([[], true, 'driver', []]);
    expect(await drafts.load('k')).toMatchObject({ drafts: { work: { patch: { job: 'driver' } } }, pending: {} });
    await session.confirm('work', form.settled());
    await session.saved('work', { ...clerk, revision: 3 }, key);
    expect(session.pending).toMatchObject([{ step: 'work', answers: { job: 'driver' } }]);
    expect(form.value('job')).toBe('driver');
  });

  test.each([
    ["changed back to the server's", { job: 'driver' }, 'driver'],
    ['taken away again', {}, undefined],
  ])('after a save leaves what was %s meanwhile', async (_, held, back) => {
    const drafts = new TestStore();
    const before = { ...half, answers: { ...half.answers, work: held } };
    const session = open(snapshotOf(before), { drafts });
    const form = formOf(session, 'work');
    form.set('job', 'clerk');
    await session.confirm('work', form.settled());
    form.set('job', back);
    await session.saved('work', snapshotOf(confirmAll({ ...half, answers: { ...half.answers, work: { job: 'clerk' } } }), { revision: 2 }));
    expect([form.value('job'), form.dirty, session.conflicts]).toEqual([back, true, []]);
    expect(await drafts.load('k')).toMatchObject({ drafts: { work: { patch: { job: back ?? null } } }, pending: {} });
  });

  test('after a save drops answers that the server hides and problems already shown', async () => {
    const before = { ...half, answers: { ...half.answers, work: { job: 'driver' } } };
    const clerk = confirmAll({ ...half, answers: { ...half.answers, work: { job: 'clerk' } } });
    const hidden = ['work.job'];
    for (const [first, told, last] of [
      [snapshotOf(before, { hidden }), undefined, snapshotOf(clerk, { revision: 3, hidden })],
      // The response to the save was lost, and arrived with another one.
      [snapshotOf(before), snapshotOf(clerk, { revision: 2 }), snapshotOf(clerk, { revision: 3 })],
    ] as const) {
      const session = open(first);
      const form = formOf(session, 'work');
      form.set('job', 'clerk');
      await session.confirm('work', form.settled());
      if (told) session.apply(told);
      else form.set('job', undefined);
      await session.saved('work', last);
      expect([form.dirty, session.holdsDraft()]).toEqual([false, false]);
    }
  });

  test('after a save leaves open what the person began to change meanwhile', async () => {
    const clerk = { ...half, answers: { ...half.answers, work: { job: 'clerk' } } };
    const hidden = ['work.job'];
    const session = open(snapshotOf(clerk, { hidden }));
    const form = formOf(session, 'work');
    await session.confirm('work', form.settled(), form.kept());
    form.change('job');
    await session.saved('work', snapshotOf(confirmAll(clerk), { revision: 2, hidden }));
    expect(form.isKept('job')).toBe(false);
    form.set('job', 'driver');
    await session.confirm('work', form.settled(), form.kept());
    await session.saved('work', snapshotOf(confirmAll(clerk), { revision: 3, hidden }));
    expect(form.isKept('job')).toBe(true);
  });

  test('that is newer keeps local input, takes the rest and names the conflict', async () => {
    const session = open(snapshotOf(half));
    const form = formOf(session, 'person');
    form.set('name', 'Anna');
    await new Promise((resolve) => setTimeout(resolve, 5));
    session.apply(snapshotOf({ ...half, answers: { person: { name: 'Annie', age: 31, nick: 'A' } } }, { revision: 2 }));
    expect([form.value('name'), form.value('age'), form.value('nick')]).toEqual(['Anna', 31, 'A']);
    expect(session.conflicts).toEqual([{ form: 'person', field: 'name' }]);
    form.set('name', 'Annabel');
    await new Promise((resolve) => setTimeout(resolve, 5));
    expect(session.conflicts).toEqual([{ form: 'person', field: 'name' }]);
    await session.resolve({ form: 'person', field: 'name' }, 'mine');
    expect([session.conflicts, form.value('name')]).toEqual([[], 'Annabel']);
  });

  test("resolved for the server's side drops what was typed", async () => {
    const session = open(snapshotOf(half));
    const form = formOf(session, 'person');
    form.set('name', 'Anna');
    form.set('nick', 'An');
    await new Promise((resolve) => setTimeout(resolve, 5));
    session.apply(snapshotOf({ ...half, answers: { person: { name: 'Annie', age: 30 } } }, { revision: 2 }));
    await session.resolve({ form: 'person', field: 'name' }, 'theirs');
    expect([session.conflicts, form.value('name'), form.draft()]).toEqual([[], 'Annie', { nick: 'An' }]);
  });
});

describe('drafts', () => {
  test('outlive the page', async () => {
    const drafts = new TestStore();
    const first = open(snapshotOf(half), { drafts });
    formOf(first, 'work').set('job', 'clerk');
    await first.dispose();
    const second = open(snapshotOf(half), { drafts });
    await second.restore();
    expect(formOf(second, 'work').value('job')).toBe('clerk');
  });

  test('include pending requests', async () => {
    const drafts = new TestStore();
    await open(snapshotOf(half), { drafts }).confirm('work', { job: 'clerk' }, ['x']);
    const second = open(snapshotOf(half), { drafts });
    await second.restore();
    expect(second.pending).toMatchObject([{ step: 'work', answers: { job: 'clerk' }, kept: ['x'], key: expect.any(String) as string }]);
    expect(second.position.step?.id).toBe('photo');
  });

  test('are deleted once the server has them, even if their form was never opened', async () => {
    const drafts = new TestStore();
    const first = open(snapshotOf(half), { drafts });
    formOf(first, 'work').set('job', 'clerk');
    await first.confirm('work', { job: 'clerk' });
    await first.dispose();
    const second = open(snapshotOf(half), { drafts });
    await second.restore();
    await second.saved('work', snapshotOf({ ...half, answers: { ...half.answers, work: { job: 'clerk' } } }, { revision: 2 }));
    expect(await drafts.load('k')).toEqual({ flow: 'joining', release: 'r1', drafts: {}, pending: {} });
  });

  test('conflict with a newer server as on the page', async () => {
    const drafts = new TestStore();
    const first = open(snapshotOf(half), { drafts });
    formOf(first, 'person').set('name', 'Anna');
    await first.dispose();
    const second = open(snapshotOf({ ...half, answers: { person: { name: 'Annie', age: 30 } } }, { revision: 9 }), { drafts });
    await second.restore();
    expect(second.conflicts).toEqual([{ form: 'person', field: 'name' }]);
    expect(formOf(second, 'person').value('name')).toBe('Anna');
  });

  test('are written once for several key presses', async () => {
    const drafts = new TestStore();
    const session = open(snapshotOf(half), { drafts });
    const form = formOf(session, 'person');
    for (const letter of 'a long name') form.set('name', `${String(form.value('name'))}${letter}`);
    await session.dispose();
    expect(drafts.writes).toBeLessThanOrEqual(2);
    expect(drafts.values.get('k')).toContain('Anaa long name');
  });

  test('of another flow are ignored', async () => {
    const drafts = new TestStore();
    await drafts.save('k', { flow: 'other', drafts: { person: { patch: { name: 'X' }, base: {} } }, pending: {} });
    const session = open(snapshotOf(half), { drafts });
    await session.restore();
    expect(formOf(session, 'person').value('name')).toBe('Ana');
  });
});

describe('a form of the flow', () => {
  test('is the same object on every screen', () => {
    const session = open(snapshotOf(half));
    expect(formOf(session, 'work')).toBe(formOf(session, 'work'));
  });

  test('moves its input to a newer release', () => {
    const session = open(snapshotOf(half));
    formOf(session, 'work').set('job', 'clerk');
    const newer = formModule('work', { job: { type: 'string' }, years: { type: 'integer' } }, ['job', 'years']);
    const form = session.form('work', definitionOf(newer), newer);
    expect([form.module === newer, form.value('job')]).toEqual([true, 'clerk']);
  });

  test('reads confirmed answers of other forms, and waits for those on the server', () => {
    const forms = {
      ...modules,
      work: formModule('work', {
        job: { when: (_, { person }) => must((person as { name?: string }).name) === 'Ana' },
        vet: { when: (_, { person }) => (person as { age?: number }).age === undefined },
      }),
    };
    const clear = formOf(open(snapshotOf(half), { forms }), 'work', forms);
    expect([clear.applies('job'), clear.applies('vet')]).toEqual([true, false]);
    const hidden = formOf(open(snapshotOf(half, { hidden: ['person.age'] }), { forms }), 'work', forms);
    expect([hidden.applies('job'), hidden.applies('vet')]).toEqual([true, false]);
  });

  test('opens only the requested fields in a send-back', () => {
    const done = confirmAll(state(sound, { facts: { matched: true } }));
    const session = open(snapshotOf({ ...done, corrections: [correction('person', 'name')] }));
    const person = formOf(session, 'person');
    expect([person.locked('name'), person.locked('age'), person.locked('nick')]).toEqual([false, true, false]);
    expect(person.correction('name')).toEqual(correction('person', 'name'));
    expect(formOf(session, 'work').locked('job')).toBe(true);
  });
});

describe('a draft under a newer release', () => {
  const renamed = formModule('work', { position: { type: 'string' } }, ['position']);
  const newer = (): FlowSnapshot => ({ ...snapshotOf(half), release: 'r2' });
  const steps = [{ rename: { form: 'work', field: 'job', to: 'position' } }];

  test('is migrated while its form is open, and stored under the new release', async () => {
    const drafts = new TestStore();
    const session = open(snapshotOf(half), { drafts });
    formOf(session, 'work').set('job', 'clerk');
    session.apply(newer());
    expect([session.draftRelease, session.holdsDraft()]).toEqual(['r1', true]);
    await session.carry((draft) => carryDraft(draft, steps, session.snapshot));
    expect(session.form('work', definitionOf(renamed), renamed).value('position')).toBe('clerk');
    expect(session.notices).toEqual([]);
    expect(await drafts.load('k')).toMatchObject({ release: 'r2', drafts: { work: { patch: { position: 'clerk' } } } });
  });

  test('is recognised as older when the page is reopened', async () => {
    const drafts = new TestStore();
    const first = open(snapshotOf(half), { drafts });
    formOf(first, 'work').set('job', 'clerk');
    await first.dispose();
    const second = open(newer(), { drafts });
    await second.restore();
    expect(second.draftRelease).toBe('r1');
  });

  test('keeps and reports input without a field until the form is saved', async () => {
    const drafts = new TestStore();
    const session = open(snapshotOf(half), { drafts });
    formOf(session, 'work').set('job', 'clerk');
    const form = session.form('work', definitionOf(renamed), renamed);
    form.set('position', 'cook');
    expect(session.notices).toEqual([{ form: 'work', reason: 'changed' }]);
    await session.keep();
    expect(await drafts.load('k')).toMatchObject({ drafts: { work: { patch: { job: 'clerk', position: 'cook' } } } });
    await session.saved('work', newer());
    expect([session.notices, session.holdsDraft()]).toEqual([[], false]);
  });
});
