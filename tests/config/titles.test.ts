import { expect, test } from 'vitest';
import type { BlockValue, Screen } from '../../engine/config/screen.ts';
import { idsIn, shipped } from './shipped.ts';

const isTitle = (value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (('block' in value && value.block === 'heading' && 'level' in value && value.level === 1) || isTitleInside(value));

const isTitleInside = (value: object): boolean => Object.values(value).some(isTitle);

const applications = ['flows', 'desk/flows', 'studio/flows', 'examples/claim/flows'];

test.each(applications)('a screen of %s has its title as a block of its own: inside another, the page would show two', (folder) => {
  const screens = idsIn(`${folder}/screens`).map((id) => shipped<Screen>(`${folder}/screens/${id}.screen.json`));
  expect(screens.length).toBeGreaterThan(5);
  const twice = screens.filter(({ blocks }) => blocks.some((block: BlockValue) => isTitleInside(block)));
  expect(twice.map(({ id }) => id)).toEqual([]);
});
