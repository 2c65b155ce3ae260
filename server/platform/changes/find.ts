import type { Part } from '../../../engine/find/index.ts';
import { partKinds } from '../../../engine/find/kinds.ts';
import type { FoundPart } from '../../contract/staff/studio.ts';
import type { Deps } from '../deps.ts';
import { questionOf } from './problems.ts';
import { findWords } from './words/list.ts';

const mostListed = 60;
const mostWords = 20;
const mostUses = 5;

/** Searches parts and texts of a change by any substring of their names or of what people see. The best matches come first. */
export async function findParts(deps: Deps, id: string, text: string): Promise<{ found: FoundPart[]; more: boolean }> {
  const { asked } = await questionOf(deps, id);
  const { parts } = await deps.compilers.ask({ ...asked, wants: 'parts' });
  const wanted = text.trim().toLowerCase();
  const ranked = parts
    .map((part) => ({ part, rank: rankOf(part, wanted) }))
    .filter(({ rank }) => rank < noMatch)
    .sort((one, other) => one.rank - other.rank || order(one.part) - order(other.part));
  const words = await findWords(deps, id, wanted, mostWords);
  const listed = ranked.slice(0, mostListed - words.found.length).map(({ part }) => shownPart(part));
  return { found: [...listed, ...words.found], more: listed.length < ranked.length || words.more };
}

const noMatch = 4;

/** 0 for an exact match, then a match at the beginning, then at the beginning of a word, then anywhere. */
function rankOf({ id, name, file }: Part, wanted: string): number {
  const names = [name.toLowerCase(), id.toLowerCase(), id.toLowerCase().split('.').at(-1) ?? ''];
  if (names.includes(wanted)) return 0;
  if (names.some((each) => each.startsWith(wanted))) return 1;
  if (names.some((each) => each.split(/[\s.]+/).some((word) => word.startsWith(wanted)))) return 2;
  return names.some((each) => each.includes(wanted)) || file.toLowerCase().includes(wanted) ? 3 : noMatch;
}

const order = ({ kind }: Part): number => partKinds.indexOf(kind);

const shownPart = ({ uses, ...part }: Part): FoundPart => ({
  ...part,
  uses: uses.length,
  usedIn: [...new Set(uses.map(({ file }) => file.split('/').at(-1) ?? file))].slice(0, mostUses),
});
