import { action, computed, makeObservable, observableRef } from 'mobx';

/** The text of a file before and after an edit. Null means that there is no file. */
export interface TextStep {
  file: string;
  before: string | null;
  after: string | null;
}

/** The unit of undo: an edit of one or several files, under a name for people. */
export interface Step {
  name: string;
  texts: readonly TextStep[];
  /** Edits during the same visit to a field form one step. */
  visit?: object | undefined;
}

const mostSteps = 200;

/** The undo and redo stacks. */
export class History {
  private done: readonly Step[] = [];
  private undone: readonly Step[] = [];

  constructor() {
    makeObservable<this, 'done' | 'undone'>(this, {
      done: observableRef,
      undone: observableRef,
      last: computed,
      lastUndone: computed,
      add: action,
      takeBack: action,
      redo: action,
    });
  }

  get last(): Step | undefined {
    return this.done.at(-1);
  }

  get lastUndone(): Step | undefined {
    return this.undone.at(-1);
  }

  add(step: Step): void {
    const { last } = this;
    const joined = last && joinedSteps(last, step);
    this.done = joined ? [...this.done.slice(0, -1), joined] : [...this.done, step].slice(-mostSteps);
    this.undone = [];
  }

  takeBack(step: Step): void {
    this.done = this.done.filter((each) => each !== step);
    this.undone = [...this.undone, step];
  }

  redo(step: Step): void {
    this.undone = this.undone.filter((each) => each !== step);
    this.done = [...this.done, step];
  }
}

/** Joins two steps of the same visit. Undefined if the visits differ, or if a file was edited in between. */
function joinedSteps(first: Step, then: Step): Step | undefined {
  if (then.visit === undefined || first.visit !== then.visit) return undefined;
  const texts = new Map(first.texts.map((text) => [text.file, text]));
  for (const text of then.texts) {
    const earlier = texts.get(text.file);
    if (earlier && earlier.after !== text.before) return undefined;
    texts.set(text.file, { ...text, before: earlier ? earlier.before : text.before });
  }
  return { ...then, texts: [...texts.values()] };
}
