import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { deskCommands } from '../../../server/cli/desk/commands.ts';
import { deskCommand } from '../../../server/cli/desk/desk.ts';
import { writeSession } from '../../../server/cli/desk/session.ts';
import type { StaffOperation } from '../../../server/contract/staff/operation.ts';
import { staffOperations } from '../../../server/contract/staff/operations.ts';
import { inputValidator } from '../../../server/platform/http/validator.ts';

const reason = 'She asked for it.';
const because = ['--reason', reason];
const proposal = (operation: string, input: object) => ({ operation, input });

/** Each command as typed, and the input that its operation gets. */
const cases: readonly [string[], object][] = [
  [['me'], {}],
  [['find', '0917 123 4567'], { text: '0917 123 4567' }],
  [['queues'], {}],
  [
    ['queue', 'applications', '--who', 'free', '--tag', 'vip', '--sort=-openedAt'],
    { queue: 'applications', who: 'free', tag: 'vip', sort: '-openedAt' },
  ],
  [['export', 'applications', '--who', 'mine'], { queue: 'applications', who: 'mine' }],
  [['next', 'applications'], { queue: 'applications' }],
  [['work', 'w1'], { id: 'w1' }],
  [['claim', 'w1'], { id: 'w1' }],
  [['release', 'w1'], { id: 'w1' }],
  [['snooze', 'w1', '--hours', '4', '--reason', 'waitsForCustomer'], { id: 'w1', hours: 4, reason: 'waitsForCustomer' }],
  [['wake', 'w1'], { id: 'w1' }],
  [['tag', 'w1,w2', '--add', 'callBack'], { ids: ['w1', 'w2'], add: 'callBack' }],
  [['assign', 'w1,w2', '--to', 'ben'], { ids: ['w1', 'w2'], to: 'ben' }],
  [['templates'], {}],
  [['preview-message', 'callUs', 'c1,c2'], { template: 'callUs', customers: ['c1', 'c2'] }],
  [['message', 'callUs', 'c1'], { template: 'callUs', customers: ['c1'] }],
  [['note', 'w1', 'Look, @ben.'], { id: 'w1', answers: { text: 'Look, @ben.' } }],
  [['alarms', '--before', 'a1'], { before: 'a1' }],
  [['acknowledge', 'a1', ...because], { id: 'a1', reason }],
  [['applications', '--state', 'referred'], { state: 'referred' }],
  [['application', 'p1'], { id: 'p1' }],
  [['reveal', 'p1', 'identity.idNumber', ...because], { id: 'p1', form: 'identity', field: 'idNumber', reason }],
  [['reveals', '--before', '7'], { before: '7' }],
  [['accept', 'p1', '--limit-cents', '500000'], { id: 'p1', decision: 'accepted', limitCents: 500_000 }],
  [
    ['reject', 'p1', '--reason', 'manualReview', '--retry-days', '30'],
    { id: 'p1', decision: 'rejected', reason: 'manualReview', retryAfterDays: 30 },
  ],
  [
    ['send-back', 'p1', 'identity.idPhoto=photoUnclear,contact.contacts/1/phone=unclear', '--note', 'Please.'],
    {
      id: 'p1',
      corrections: [
        { form: 'identity', field: 'idPhoto', reason: 'photoUnclear', note: 'Please.' },
        { form: 'contact', field: 'contacts', part: '/1/phone', reason: 'unclear', note: 'Please.' },
      ],
    },
  ],
  [['send-back-account', 'c1', '--reason', 'account'], { customerId: 'c1', fault: 'account' }],
  [['preview-send-back-account', 'c1', '--reason', 'bankDetails'], { customerId: 'c1', fault: 'bankDetails' }],
  [['take-back', 'p1'], { id: 'p1' }],
  [['loans', '--state', 'active'], { state: 'active' }],
  [['loan', 'l1'], { id: 'l1' }],
  [['statement', 'l1', '--in-days', '30'], { id: 'l1', inDays: 30 }],
  [['cancel', 'l1', ...because], proposal('staff.cancelLoan', { id: 'l1', reason })],
  [
    ['waive', 'l1', '--postings', '3', '--penalty-cents', '100', '--interest-cents', '50', ...because],
    proposal('staff.waive', { id: 'l1', penaltyCents: 100, interestCents: 50, postings: 3, reason }),
  ],
  [['preview-waiver', 'l1', '--late-charge-cents', '100'], { id: 'l1', kind: 'waive', lateChargeCents: 100 }],
  [['write-off', 'l1', ...because], proposal('staff.writeOff', { id: 'l1', reason })],
  [['preview-write-off', 'l1'], { id: 'l1', kind: 'writeOff' }],
  [['cancellations'], {}],
  [['decline-cancellation', 'r1', ...because], { id: 'r1', reason }],
  [['held'], {}],
  [['held-payment', 'm1'], { id: 'm1' }],
  [['allocate', 'm1', ...because], proposal('staff.allocateHeld', { id: 'm1', reason })],
  [['return', 'm1', ...because], proposal('staff.returnHeld', { id: 'm1', reason })],
  [['approvals'], {}],
  [['approve', 'v1', 'a'.repeat(32), ...because], { id: 'v1', hash: 'a'.repeat(32), decision: 'approved', note: reason }],
  [['reject-approval', 'v1', 'a'.repeat(32), ...because], { id: 'v1', hash: 'a'.repeat(32), decision: 'rejected', note: reason }],
  [['owed'], {}],
  [
    ['refund', 'l1', '--cents', '5000', '--reference', 'GC-1', ...because],
    proposal('staff.recordRefund', { loanId: 'l1', amountCents: 5000, reference: 'GC-1', reason }),
  ],
  [['end-easy-reloan', 'c1', ...because], { customerId: 'c1', reason }],
  [['pause', ...because], { paused: true, reason }],
  [['resume', ...because], { paused: false, reason }],
  [['unlock', '09171234567', ...because], { phone: '09171234567', reason }],
  [['deletions', '--state', 'requested'], { state: 'requested' }],
  [['request-deletion', 'c1', ...because], { customerId: 'c1', reason }],
  [['delete', 'd1'], proposal('staff.completeDeletion', { id: 'd1' })],
  [['deletion', 'd1'], { id: 'd1' }],
  [
    ['propose-limit', 'p1', '--limit-cents', '3000000'],
    proposal('staff.decide', { id: 'p1', decision: 'accepted', limitCents: 3_000_000 }),
  ],
  [['refuse-deletion', 'd1', ...because], { id: 'd1', reason }],
  [['disputes', 'c1'], { customerId: 'c1' }],
  [['dispute', 'x1'], { id: 'x1' }],
  [
    ['open-dispute', 'l1', '--about', 'loan', '--reason', 'paymentMissing', '--note', 'She paid on 3 May.'],
    { id: 'l1', about: 'loan', reason: 'paymentMissing', note: 'She paid on 3 May.' },
  ],
  [['resolve-dispute', 'x1', '--outcome', 'upheld', '--note', 'Found it.'], { id: 'x1', outcome: 'upheld', note: 'Found it.' }],
  [['feedback', '--topic', 'app'], { topic: 'app' }],
  [['read-feedback', 'f1'], { id: 'f1' }],
  [['people'], {}],
  [['add-person', 'ana.reyes', '--role', 'support', ...because], { name: 'ana.reyes', role: 'support', reason, page: '/desk/welcome' }],
  [['enrolment-link', 's1', ...because], { id: 's1', reason, page: '/desk/welcome' }],
  [['reset-factors', 's1', ...because], proposal('staff.resetFactors', { id: 's1', reason })],
  [['unlock-person', 's1', ...because], { id: 's1', reason }],
  [['disable', 's1'], { id: 's1' }],
];

interface Sent {
  method: string;
  url: URL;
  headers: object;
  body: unknown;
}

let folder: string;
let sent: Sent[];
let answers: { status: number; body: object }[];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'hakbang-desk-'));
  vi.stubEnv('HAKBANG_DESK_FILE', join(folder, 'desk.json'));
  writeSession(process.env, { url: 'https://desk.example', token: 'a token' });
  sent = [];
  answers = [];
  vi.stubGlobal('fetch', async (url: URL, { method, headers, body }: { method: string; headers: object; body?: string }) => {
    sent.push({ method, url, headers, body: body === undefined ? undefined : JSON.parse(body) });
    const { status, body: answer } = answers.shift() ?? { status: 200, body: { state: 'answered' } };
    return Response.json(answer, { status });
  });
});
afterEach(() => {
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
  rmSync(folder, { recursive: true, force: true });
});

async function desk(...args: string[]) {
  const [out, error]: [string[], string[]] = [[], []];
  const io = { out: (text: string) => void out.push(text), error: (text: string) => void error.push(text), by: 'test', read: () => [] };
  const code = await deskCommand.run(args, io);
  return { code, out: out.join('\n'), error: error.join('\n') };
}

test('every command of the desk has a case here', () => {
  expect(new Set(cases.map(([[name]]) => name))).toEqual(new Set(Object.keys(deskCommands)));
});

test.each(cases.map(([args, input]) => [args.join(' '), args, input] as const))(
  'hakbang desk %s asks its operation exactly this, and prints the answer',
  async (_line, args, input) => {
    const operation: StaffOperation = staffOperations[deskCommands[args[0] ?? '']!.operation];
    expect(() => inputValidator(operation)(structuredClone(input) as Record<string, unknown>)).not.toThrow();
    const { code, out, error } = await desk(...args);
    expect([code, error]).toEqual([0, '']);
    expect(out).toMatch('file' in operation ? /answered/ : /^(state: answered|Nothing waits\.|Nobody found .*)$/);
    const rest = new Map<string, unknown>(Object.entries(input));
    const path = operation.path.replace(/:(\w+)/g, (_, name: string) => {
      const value = String(rest.get(name));
      rest.delete(name);
      return encodeURIComponent(value);
    });
    const { method, url, headers, body } = sent[0]!;
    expect(sent).toHaveLength(1);
    expect(headers).toMatchObject({ authorization: 'Bearer a token' });
    expect([method, url.origin + url.pathname]).toEqual([operation.method, `https://desk.example${path}`]);
    const inQuery = body === undefined;
    const wanted = Object.fromEntries([...rest].map(([name, value]) => [name, inQuery ? String(value) : value]));
    expect(inQuery ? Object.fromEntries(url.searchParams) : body).toEqual(wanted);
  },
);

test.each([
  [['acknowledge', 'a1'], '--reason is missing.'],
  [['accept', 'p1'], '--limit-cents must be a whole number.'],
  [['accept', 'p1', '--limit-cents', '5.5'], '--limit-cents must be a whole number.'],
  [['reject', 'p1', '--reason', 'manualReview'], '--retry-days must be a whole number.'],
  [['send-back', 'p1', 'identity'], '"identity" is not a correction.'],
  [['reveal', 'p1', 'idNumber', ...because], '"idNumber" is not an answer.'],
  [['refund', 'l1', '--cents', '5', ...because], '--reference is missing.'],
  [['waive', 'l1', ...because], '--postings must be a whole number.'],
  [['snooze', 'w1', '--reason', 'waitsForCustomer'], '--hours must be a whole number.'],
  [['tag', 'w1'], '--add or --remove is missing.'],
  [['open-dispute', 'l1', '--reason', 'paymentMissing', '--note', 'x'], '--about is missing.'],
  [['resolve-dispute', 'x1', '--note', 'x'], '--outcome is missing.'],
  [['add-person', 'ana.reyes', ...because], '--role is missing.'],
] as const)('hakbang desk %j says what is missing, and asks nothing', async (args, said) => {
  const { code, error } = await desk(...args);
  expect(code).toBe(1);
  expect(error).toContain(said);
  expect(sent).toEqual([]);
});

test('a command that needs a fresh code sends one, then asks again', async () => {
  vi.stubEnv('HAKBANG_DESK_CODE', '123456');
  answers = [
    { status: 403, body: { code: 'freshCodeRequired' } },
    { status: 200, body: { freshUntil: 'later' } },
  ];
  expect(await desk('disable', 's1')).toMatchObject({ code: 0, out: 'state: answered' });
  expect(sent.map(({ method, url, body }) => [method, url.pathname, body])).toEqual([
    ['DELETE', '/api/staff/people/s1', undefined],
    ['POST', '/api/staff/session/codes', { code: '123456' }],
    ['DELETE', '/api/staff/people/s1', undefined],
  ]);
});

test('a list is a table with the cursor of its next page, and a refusal names its fields', async () => {
  answers = [{ status: 200, body: { loans: [{ id: 'l1', state: 'active' }], next: 'n1' } }];
  expect((await desk('loans')).out).toBe('id  state\nl1  active\nMore: --before n1');
  answers = [
    { status: 422, body: { code: 'invalidAnswers', detail: 'Look again.', problems: [{ path: '/limitCents', code: 'maximum' }] } },
  ];
  expect(await desk('accept', 'p1', '--limit-cents', '1')).toMatchObject({
    code: 1,
    error: 'Refused: invalidAnswers. Look again. /limitCents: maximum',
  });
});
