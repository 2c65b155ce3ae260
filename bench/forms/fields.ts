/** The form that every peer shows. It is generated from a seed, so that every run uses the same one. */

export interface Option {
  code: string;
  label: string;
}

export interface Field {
  name: string;
  label: string;
  kind: 'text' | 'select' | 'number' | 'boolean' | 'date';
  required: boolean;
  pattern?: string;
  options?: readonly Option[];
  minimum?: number;
  maximum?: number;
  /** Shown only while an earlier answer equals this. */
  when?: { field: string; equals: string | boolean };
}

/** Deterministic numbers in [0, 1): mulberry32, public domain. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

const letters = 'abcdefghijklmnopqrstuvwxyz'.split('');
const options: readonly Option[] = letters.map((letter) => ({ code: `code${letter.toUpperCase()}`, label: `Choice ${letter}` }));
const topics = ['Street', 'Employer', 'Branch', 'Referee', 'Income', 'Household', 'School', 'Vehicle', 'Account', 'Permit'];

/** 40 % text, 20 % selects of 26, 20 % whole numbers, 15 % dates of three parts, the rest booleans. */
function kinds(count: number): Field['kind'][] {
  const shares = { text: 0.4, select: 0.2, number: 0.2, date: 0.15 } as const;
  const most = Object.entries(shares).flatMap(([kind, share]) =>
    Array<Field['kind']>(Math.round(count * share)).fill(kind as Field['kind']),
  );
  return [...most, ...Array<Field['kind']>(Math.max(1, count - most.length)).fill('boolean')].slice(-count);
}

function shuffle<T>(items: T[], random: () => number): T[] {
  for (let index = items.length - 1; index > 0; index -= 1) {
    const other = Math.floor(random() * (index + 1));
    [items[index], items[other]] = [items[other] as T, items[index] as T];
  }
  return items;
}

const details: Record<Field['kind'], Partial<Field>> = {
  text: { pattern: '^[A-Za-z][A-Za-z ]{1,59}$' },
  select: { options },
  number: { minimum: 0, maximum: 1_000_000 },
  boolean: {},
  date: {},
};

/** A third of the fields depend on an earlier unconditional boolean or select, spread evenly. */
function addConditions(fields: Field[], random: () => number): void {
  const wanted = Math.floor(fields.length / 3);
  const candidates = shuffle(
    fields.slice(2).filter(({ kind }) => kind === 'text' || kind === 'number' || kind === 'date'),
    random,
  ).slice(0, wanted);
  const drivers = fields.filter(({ kind }) => kind === 'boolean' || kind === 'select');
  const burden = new Map(drivers.map(({ name }) => [name, 0]));
  for (const field of candidates) {
    const earlier = drivers.filter((driver) => fields.indexOf(driver) < fields.indexOf(field));
    earlier.sort((a, b) => (burden.get(a.name) ?? 0) - (burden.get(b.name) ?? 0));
    const driver = earlier[0];
    if (!driver) continue;
    burden.set(driver.name, (burden.get(driver.name) ?? 0) + 1);
    field.when = { field: driver.name, equals: driver.kind === 'boolean' ? true : 'codeC' };
  }
}

/** A form of `count` fields. The first is a text and the second a boolean, so that every size has a field to type in and one that reveals. */
export function generateFields(count: number, seed = 7): Field[] {
  const random = randomFrom(seed + count);
  const order = shuffle(kinds(count), random);
  for (const [index, kind] of (['text', 'boolean'] as const).entries()) {
    const found = order.indexOf(kind, index);
    [order[index], order[found]] = [order[found] as Field['kind'], order[index] as Field['kind']];
  }
  const fields = order.map((kind, index): Field => ({
    name: `field${index + 1}`,
    label: `${topics[Math.floor(random() * topics.length)]} ${kind} no. ${index + 1}.`,
    kind,
    required: kind !== 'boolean',
    ...details[kind],
  }));
  addConditions(fields, random);
  return fields;
}

/** Fields visible before any answer. */
export const visibleAtFirst = (fields: readonly Field[]) => fields.filter(({ when }) => !when);

/** The boolean with the fewest dependent fields (ideally one), and those fields. */
export function revealer(fields: readonly Field[]): { driver: Field; revealed: Field[] } {
  const found = fields
    .filter(({ kind }) => kind === 'boolean')
    .map((driver) => ({ driver, revealed: fields.filter(({ when }) => when?.field === driver.name) }))
    .filter(({ revealed }) => revealed.length > 0)
    .sort((a, b) => a.revealed.length - b.revealed.length)[0];
  if (!found) throw new Error('The generated form reveals nothing: choose another seed.');
  return found;
}
