import type { Rules } from './rule.ts';

/** Flows, life cycles, decision tables, settings. */
export const flowRules = {
  'duplicate-form': {
    severity: 'error',
    title: 'Two steps ask one form',
    why: 'Answers are kept by form: the second step would be done as soon as the first one is.',
  },
  'step-without-screen': {
    severity: 'error',
    title: 'A step whose screen does not show the flow',
    why: 'The screen at the route of a step needs "flow" with the id of the flow, else there is no "next".',
  },
  'screen-without-step': {
    severity: 'error',
    title: 'A screen of a flow on which no step stands',
    why: 'It names a flow, but no step of the flow leads to it: it would show neither form nor progress.',
  },
  'left-final': {
    severity: 'error',
    title: 'Events leave a final state',
    why: 'Final means that nothing follows: code forgets what is final. Remove the events, or "final".',
  },
  'open-final': {
    severity: 'error',
    title: 'A final state that is open',
    why: 'Nothing leaves a final state: whoever is in it could never begin another one.',
  },
  'no-open-state': {
    severity: 'error',
    title: 'A life cycle without an open state',
    why: 'Code allows one open subject an owner. Without "open": true at a state, it would allow any number.',
  },
  'unreachable-state': {
    severity: 'warning',
    afterErrors: true,
    title: 'A state to which no event leads',
    why: 'Nothing can ever be in it. Remove it, or lead there.',
  },
  'no-default': {
    severity: 'error',
    title: 'A decision table without a default',
    why: 'The last row must hold for everybody: without it somebody would get no decision at all.',
  },
  'early-default': {
    severity: 'error',
    title: 'A default before the end of a table',
    why: 'The first row that holds wins: rows after one without "when" are never reached.',
  },
  'duplicate-code': {
    severity: 'error',
    title: 'A code that stands twice in an enum',
    why: 'The same choice would be offered twice.',
    fixable: true,
  },
  'unknown-language': {
    severity: 'error',
    title: 'A language that is not offered',
    why: 'The default language must be one of those that people can choose.',
    fixable: true,
  },
  'unknown-palette': {
    severity: 'error',
    title: 'A palette that the stylesheets do not have',
    why: 'Who chooses this theme would see the colours of another.',
    fixable: true,
  },
  'unknown-theme': {
    severity: 'error',
    title: 'The first theme is none of the themes',
    why: '"theme" counts the entries of "themes" from 1.',
  },
} as const satisfies Rules;
