import { describe, expect, test } from 'vitest';
import { translatePattern } from '../../../engine/expression/pattern.ts';
import cases from '../../cases/patterns.json' with { type: 'json' };

interface Case {
  pattern: string;
  /** Why RE2 and browsers differ; absent if the pattern is translated. */
  foreign?: string;
  /** Texts that RE2 matches and does not match. */
  yes?: string[];
  no?: string[];
}

describe('K05 matches takes the regular expressions that RE2 and browsers read alike:', () => {
  test.each(cases as Case[])('$pattern', ({ pattern, foreign, yes = [], no = [] }) => {
    const translated = translatePattern(pattern);
    expect('foreign' in translated).toBe(foreign !== undefined);
    if ('foreign' in translated) return;
    const matches = new RegExp(translated.source, 'u');
    expect(yes.filter((text) => !matches.test(text))).toEqual([]);
    expect(no.filter((text) => matches.test(text))).toEqual([]);
  });
});
