import { renderToString } from 'react-dom/server';
import { expect, test, vi } from 'vitest';
import type { Kept } from '../../../src/studio/files/kept.ts';
import { type Filled, useFilled } from '../../../src/studio/files/useKept.ts';

function Form({ kept, show }: { kept: Kept; show: (filled: Filled) => undefined }) {
  return show(useFilled(kept, 'question'));
}

test('T17 two fields of a form that are filled in by one event are both kept', () => {
  const texts = new Map<string, string | undefined>();
  const kept: Kept = {
    names: () => [...texts.keys()],
    get: (name) => texts.get(name),
    put: (name, text) => void texts.set(name, text),
    adopt: async () => [],
  };
  const form = vi.fn<(filled: Filled) => undefined>();
  renderToString(<Form kept={kept} show={form} />);
  const [filled] = form.mock.lastCall ?? [];
  filled?.set('type', 'choice');
  filled?.set('list', 'jobType');
  expect(JSON.parse(texts.get('question') ?? '')).toEqual({ type: 'choice', list: 'jobType' });
});
