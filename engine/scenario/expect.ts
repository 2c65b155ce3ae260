import type { Expectation } from '../config/scenario.ts';
import type { FlowClient } from './client.ts';
import { different, lacking, said } from './compare.ts';
import { unsaid } from './look.ts';

/** The results of the last step outside the flow. */
export interface Aftermath {
  outcome?: unknown;
  transition?: { refused?: unknown; to?: string; effects?: readonly string[] };
  answer?: unknown;
  /** The text of the screen of `look`. */
  said?: readonly string[];
  /** The problems of the form of `try`. */
  tried?: readonly string[];
}

/** A failed expectation: its position in the step, and the message. */
export interface Mismatch {
  /** JSON pointer below the step. */
  pointer: string;
  message: string;
}

/** Compares expectations with the state. Calls `texts` only if texts are expected. */
export function mismatches(expected: Expectation, client: FlowClient, after: Aftermath, texts: () => readonly string[]): Mismatch[] {
  const checks: Record<keyof Expectation, () => string | undefined> = {
    position: () => different(expected.position, client.position.step?.id ?? 'complete'),
    complete: () => different(expected.complete, client.position.complete),
    path: () =>
      different(
        expected.path,
        client.position.path.map(({ id }) => id),
      ),
    problems: () => different(expected.problems, after.tried ?? (client.asksForm ? client.problems() : [])),
    texts: () => absent(expected.texts ?? [], texts(), 'shows'),
    asks: () => absent(expected.asks ?? [], client.asked(), 'asks'),
    asksNot: () => present(expected.asksNot ?? [], client.asked()),
    locked: () =>
      absent(
        expected.locked ?? [],
        client.asked().filter((field) => client.form.locked(field)),
        'locks',
      ),
    stored: () => lacking(expected.stored, client.stored),
    // Only a browser reads screens. walk.ts still reports unknown routes.
    shows: () => undefined,
    outcome: () => different(expected.outcome, after.outcome),
    state: () => different(expected.state, after.transition?.to),
    effects: () => different(expected.effects, after.transition?.effects ?? []),
    refused: () => different(expected.refused, after.transition?.refused !== undefined),
    says: () => unsaid(expected.says ?? [], after.said ?? []),
    saysNot: () => {
      const found = (expected.saysNot ?? []).filter((each) => after.said?.includes(each));
      return found.length === 0 ? undefined : `Expected the screen not to show ${said(found)}, but it does.`;
    },
    answer: () => lacking(expected.answer, after.answer),
  };
  return (Object.keys(expected) as (keyof Expectation)[]).flatMap((name) => {
    const message = checks[name]();
    return message === undefined ? [] : [{ pointer: `/expect/${name}`, message }];
  });
}

function absent(expected: readonly string[], actual: readonly string[], verb: string): string | undefined {
  const missing = expected.filter((each) => !actual.includes(each));
  return missing.length === 0 ? undefined : `Expected ${said(missing)}, but the form ${verb} ${said(actual)}.`;
}

function present(unwanted: readonly string[], actual: readonly string[]): string | undefined {
  const found = unwanted.filter((each) => actual.includes(each));
  return found.length === 0 ? undefined : `Expected it not to ask for ${said(found)}, but it does.`;
}
