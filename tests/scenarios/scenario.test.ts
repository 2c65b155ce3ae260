import { describe, expect, test } from 'vitest';
import type { FormModule } from '../../engine/form/types.ts';
import { flow, modules } from '../engine/flow/support.ts';
import { formModule, must } from '../engine/form/support.ts';
import { scenario } from './scenario.ts';

const sensitive = (module: FormModule, ...fields: string[]): FormModule => ({
  ...module,
  fields: Object.fromEntries(
    Object.entries(module.fields).map(([name, field]) => [
      name,
      fields.includes(name) ? { ...field, sensitive: 'secret' as const } : field,
    ]),
  ),
});
const bank = sensitive(
  formModule(
    'photo',
    { file: { type: 'string' }, again: { type: 'string', 'x-transient': true } },
    ['file', 'again'],
    [
      {
        scope: '',
        at: 'again',
        error: 'mismatch',
        reads: ['file', 'again'],
        mentions: ['file', 'again'],
        assert: ({ self }) => must(self?.['file']) === must(self?.['again']),
      },
    ],
  ),
  'file',
  'again',
);
const parts = { flow, modules: { ...modules, person: sensitive(must(modules['person']), 'name', 'age'), photo: bank } };
const person = { name: 'Ana Cruz', age: 30 };
const start = () => scenario(parts);
const filled = () =>
  start()
    .answers('person', person)
    .next()
    .answer('work.job', 'clerk')
    .next()
    .answers('photo', { file: 'f1', again: 'f1' })
    .next()
    .fact('matched', true);

describe('a flow without a screen', () => {
  test('runs from the first step to the last', () => {
    const done = filled().expectPosition('review').next().expectPosition(undefined);
    expect(done.stored).toEqual({ person, work: { job: 'clerk' }, photo: { file: 'f1' } });
  });

  test('does not continue with an invalid answer', () => {
    const wrong = start().answer('person.name', 'Ana').next().expectProblems('/age required');
    expect(wrong.at).toBe('person');
    expect(wrong.answer('person.age', 30).expectProblems().next().at).toBe('work');
  });

  test('leads a deep link beyond the position to the position', () => {
    expect(start().answers('person', person).next().open('/review').at).toBe('work');
    expect(filled().open('/person').at).toBe('person');
  });

  test('resumes on another device, sensitive answers masked and kept', () => {
    const other = filled().otherDevice().expectPosition('review').open('/photo');
    expect(other.form.masked('file')).toBe('••••');
    expect([other.form.isKept('file'), other.form.applies('again')]).toEqual([true, false]);
    other.next().expectPosition('review').open('/person').next().expectPosition('review');
    expect(other.stored).toMatchObject({ person, photo: { file: 'f1' } });
  });

  test('asks a changed sensitive answer with its confirmation', () => {
    const other = filled().otherDevice().open('/photo').change('photo.file').answer('photo.file', 'f2').next();
    other.expectProblems('/again required').answer('photo.again', 'f2').next().expectPosition('review');
    expect(other.stored).toMatchObject({ photo: { file: 'f2' } });
  });

  test('continues offline and loses nothing', () => {
    const away = start().answers('person', person).next().offline().answer('work.job', 'student').next().expectPosition('school');
    away.answer('school.name', 'UP').next().expectPosition('photo');
    expect(away.stored).toEqual({ person });
    expect(away.online().stored).toEqual({ person, work: { job: 'student' }, school: { name: 'UP' } });
  });

  test("moves to the server's position when a delayed save is outdated", () => {
    const away = start().answers('person', person).next().offline().answer('work.job', 'clerk').next();
    away.sendBack('person', 'name').online();
    expect([away.at, away.form.correction('name')?.reason]).toEqual(['person', 'unclear']);
  });
});

describe('a send-back without a screen', () => {
  test('asks only for the wrong answers, and then for the review', () => {
    const sent = filled().next().expectPosition(undefined).sendBack('person', 'name').expectPosition('person');
    expect([sent.form.locked('name'), sent.form.locked('age')]).toEqual([false, true]);
    sent.change('person.name').answer('person.name', 'Anna Cruz').next().expectPosition('review').next().expectPosition(undefined);
    expect(sent.stored).toMatchObject({ person: { name: 'Anna Cruz', age: 30 } });
  });

  test('locks all other answers', () => {
    const sent = filled().sendBack('person', 'name').change('person.age').answer('person.age', 40);
    expect(sent.form.value('age')).toBeUndefined();
  });
});
