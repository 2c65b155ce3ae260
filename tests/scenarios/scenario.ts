import assert from 'node:assert/strict';
import { FlowClient, type ClientOptions } from '../../engine/scenario/client.ts';

export type { ClientOptions as ScenarioOptions };

/** A test reads as what a person does: `scenario(parts).answer('work.income', 'over30000').next().expectPosition('contact')`. */
export function scenario(options: ClientOptions): Scenario {
  return new Scenario(options);
}

/** The client of the engine, with what a test asserts. */
export class Scenario extends FlowClient {
  override otherDevice(): Scenario {
    return new Scenario(this.options, this.server);
  }

  /** Asserts where the flow stands; undefined for complete. */
  expectPosition(step: string | undefined): this {
    assert.equal(this.position.step?.id, step);
    return this;
  }

  /** Asserts the problems in sight. */
  expectProblems(...problems: string[]): this {
    assert.deepEqual(this.problems(), problems);
    return this;
  }
}
