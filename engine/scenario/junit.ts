/** One test in a report. It passed if it has no failures. */
export interface JunitCase {
  name: string;
  className: string;
  durationMs?: number;
  failures: readonly { type: string; message: string; text: string }[];
  /** Why it did not run. */
  skipped?: string;
  output?: string;
}

/** Renders JUnit XML for Jenkins, GitLab and others (xunit-plugin, junit-10.xsd). */
export function junitXml(suite: string, cases: readonly JunitCase[]): string {
  const failed = cases.filter(({ failures }) => failures.length > 0).length;
  const skipped = cases.filter((each) => each.skipped !== undefined).length;
  const durationMs = cases.reduce((sum, each) => sum + (each.durationMs ?? 0), 0);
  const counts = attributes({ tests: cases.length, failures: failed, errors: 0, time: seconds(durationMs) });
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites${counts}>`,
    `  <testsuite${attributes({ name: suite })}${counts} skipped="${skipped}">`,
    ...cases.flatMap(testCase),
    '  </testsuite>',
    '</testsuites>',
  ].join('\n');
}

function testCase({ name, className, durationMs, failures, skipped, output }: JunitCase): string[] {
  const time = durationMs === undefined ? {} : { time: seconds(durationMs) };
  const start = `    <testcase${attributes({ name, classname: className, ...time })}`;
  const inside = [
    ...(skipped === undefined ? [] : [`      <skipped${attributes({ message: skipped })}/>`]),
    ...failures.map(({ type, message, text }) => `      <failure${attributes({ message, type })}>${escapeXml(text)}</failure>`),
    ...(output === undefined ? [] : [`      <system-out>${escapeXml(output)}</system-out>`]),
  ];
  return inside.length === 0 ? [`${start}/>`] : [`${start}>`, ...inside, '    </testcase>'];
}

const seconds = (durationMs: number): string => (durationMs / 1000).toFixed(3);

const attributes = (values: Readonly<Record<string, string | number>>): string =>
  Object.entries(values)
    .map(([name, value]) => ` ${name}="${escapeXml(String(value))}"`)
    .join('');

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

// oxlint-disable-next-line no-control-regex -- the pattern looks for control characters
const forbidden = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

/** Escapes a text for XML. XML forbids most control characters, even escaped (XML 1.0, §2.2). */
export function escapeXml(text: string): string {
  return text.replace(forbidden, '\ufffd').replace(/[&<>"]/g, (each) => entities[each] ?? each);
}
