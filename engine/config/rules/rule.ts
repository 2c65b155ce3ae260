export type Severity = 'error' | 'warning' | 'info';

/**
 * A rule of the compiler. Each page in docs/rules is generated from a rule and its cases in tests/cases/rules.
 */
export interface Rule {
  /** The default, which hakbang.config.json can change. */
  severity: Severity;
  /** The mistake, in a few words. */
  title: string;
  /** The consequence for people or for the system, and how to correct the mistake. */
  why: string;
  /** A release with this error still works, so a project may lower it. Warnings may always be lowered. */
  lowerable?: true;
  /** Reported only if there is no error, because a broken file may contain the use. */
  afterErrors?: true;
  /** `check --fix` corrects it if there is only one possible correction. */
  fixable?: true;
}

export type Rules = Readonly<Record<string, Rule>>;
