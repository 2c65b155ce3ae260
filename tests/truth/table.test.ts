import { readdirSync, readFileSync } from 'node:fs';
import { beforeAll, expect, test } from 'vitest';
import { type OpenRelease, openRelease } from '../../engine/compiler/index.ts';
import type { LifeCycle } from '../../engine/config/flow.ts';
import { createTestDatabase } from '../server/support/testDatabase.ts';
import { runDueJobs } from '../../server/platform/jobs/run.ts';
import { currentLoan } from '../server/support/lending.ts';
import { type ProductApp, shippedFiles, startProduct } from '../server/support/product.ts';
import { releaseOf } from '../support/compiled.ts';
import { root } from '../support/root.ts';
import { ownNumbers, screenReader } from './readScreen.tsx';
import { type Life, live } from './steps.ts';

/** Every row says what these show. A row may name more: by these names, or by the id of a screen. */
const everywhere = ['home', 'bill', 'loan', 'records'];
const screens: Readonly<Record<string, string>> = {
  home: 'homeIndex',
  bill: 'billIndex',
  loan: 'loanInfo',
  records: 'repayRecords',
  bills: 'bill',
  agreement: 'loan',
};

/** A state and its sentences. Each sentence is on its screen; `sms` lists everything its last step sends. */
interface Row {
  states: string[];
  what: string;
  reach: string[];
  says: Record<string, string[]>;
  /** Sentences that would be wrong here, wherever they stood. */
  never?: string[];
  sms: string[];
}

const folder = `${root}/tests/cases/truth`;
const json = <T>(path: string): T => JSON.parse(readFileSync(path, 'utf8')) as T;
const { unseen, contradictions } = json<{ unseen: Record<string, string>; contradictions: { says: [string, string]; why: string }[] }>(
  `${folder}/rules.json`,
);
const rows = readdirSync(folder)
  .filter((name) => name !== 'rules.json')
  .flatMap((name) => json<Row[]>(`${folder}/${name}`));

/** By the life cycles, and by the enums of what screens show of them. */
function allStates(): string[] {
  const cycles = readdirSync(`${root}/flows/lifecycles`).flatMap((name) => {
    const { id, states } = json<LifeCycle>(`${root}/flows/lifecycles/${name}`);
    return Object.keys(states).map((state) => `${id}.${state}`);
  });
  const enums = readdirSync(`${root}/schemas/enums`)
    .filter((name) => name.endsWith('State.schema.json'))
    .flatMap((name) => {
      const { id, enum: states } = json<{ id: string; enum: string[] }>(`${root}/schemas/enums/${name}`);
      return states.map((state) => `${id.replace(/State$/, '')}.${state}`);
    });
  const labels = ['expiresIn', 'dueToday', 'overdue'].map((label) => `loan.${label}`);
  return [...new Set([...cycles, ...enums, ...labels])];
}

let release: OpenRelease;
beforeAll(async () => {
  release = await openRelease(await releaseOf(shippedFiles()));
});

test('every state has its sentences, or a reason why it is not visible', () => {
  const known = allStates();
  const covered = rows.flatMap(({ states }) => states);
  expect(known.filter((state) => !covered.includes(state) && !(state in unseen))).toEqual([]);
  expect([...covered, ...Object.keys(unseen)].filter((state) => !known.includes(state))).toEqual([]);
  expect(covered.filter((state) => state in unseen)).toEqual([]);
  for (const { what, says } of rows)
    for (const place of everywhere) expect(says[place]?.length ?? 0, `${what}: ${place}`).toBeGreaterThan(0);
});

/** All that was read, for the contradictions. */
const allTexts: string[] = [];

test.each(rows.map((row) => [`${row.states.join(', ')}: ${row.what}`, row] as const))('%s', { timeout: 60_000 }, async (_, row) => {
  const server = await startProduct({ connection: await createTestDatabase() });
  try {
    const { life, sentBefore } = await live(server, row.reach);
    const said = await readAll(life, Object.keys(row.says));
    const sms = await smsSince(server, sentBefore);
    const all = Object.values(said).join('\n');
    allTexts.push(all, ...sms);
    const missing = Object.entries(row.says).flatMap(([name, sentences]) =>
      sentences
        .filter((sentence) => !said[name]?.includes(sentence))
        .map((sentence) => ({ on: name, missing: sentence, said: said[name] })),
    );
    expect({ missing, sms }).toEqual({ missing: [], sms: row.sms });
    expect((row.never ?? []).filter((sentence) => all.includes(sentence))).toEqual([]);
    expect(contradictions.filter(({ says: [one, other] }) => all.includes(one) && all.includes(other))).toEqual([]);
  } finally {
    await server.close();
  }
});

/** What the screens say in English. In each other language they must say something too, and no key may show. */
async function readAll({ server, who }: Life, names: readonly string[]): Promise<Record<string, string>> {
  const reader = screenReader(server, release);
  const said: Record<string, string> = {};
  for (const name of names) {
    const id = screens[name] ?? name;
    const query = id === 'repaidDetail' ? { loan: (await currentLoan(server, who)).id ?? '' } : {};
    const screen = await reader.open(who, id, query);
    for (const { code } of release.settings.languages.offered) {
      const text = await screen.read(code);
      expect(text, `${name} in ${code}`).not.toMatch(/(?:^|\s)(?:screens|common|enums|errors|content)\.\w|\{\{/);
      expect(text.length, `${name} in ${code}`).toBeGreaterThan(20);
      if (code === 'en') said[name] = text;
    }
  }
  return said;
}

/** Messages beyond the first so many, the oldest first. */
async function smsSince({ deps, sms: { outbox } }: ProductApp, count: number): Promise<string[]> {
  await runDueJobs(deps);
  const since = outbox.slice(0, outbox.length - count).toReversed();
  return since.map(({ text }) => text.replaceAll(ownNumbers, '$1-…'));
}

test('each sentence of a contradiction appears in some state', () => {
  const sides = contradictions.flatMap(({ says }) => says);
  expect(sides.filter((side) => !allTexts.some((text) => text.includes(side)))).toEqual([]);
});
