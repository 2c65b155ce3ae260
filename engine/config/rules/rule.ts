export type Severity = 'error' | 'warning' | 'info';

/**
 * What one code of a finding stands for. A page of docs/rules is made of it and of its cases in tests/cases/rules.
 */
export interface Rule {
  /** Unless the project says otherwise in hakbang.config.json. */
  severity: Severity;
  /** What is wrong, in a few words. */
  title: string;
  /** What a person would meet, or what could not work, if it were let through; and what to do. */
  why: string;
  /** Of errors: a release could be served in spite of it, so that a project may lower it. Warnings may always be lowered. */
  lowerable?: true;
  /** Told only where there is no error: what is wrong elsewhere may be what would use it. */
  afterErrors?: true;
  /** `check --fix` mends it, where there is one thing only that can be meant. */
  fixable?: true;
}

export type Rules = Readonly<Record<string, Rule>>;
