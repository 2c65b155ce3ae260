import type { SourceFile } from '../../engine/compiler/types.ts';

/** A complete change that product staff may make. It must cause no findings. */
export interface Edit {
  name: string;
  files: readonly SourceFile[];
}

type Json = Record<string, unknown>;
type Change = (value: Json) => void;

const languages = ['en', 'hi', 'fil'];

/** At least fifty edits that keep the configuration valid: texts, members, fields, figures, orders. */
export function legitimateEdits(files: readonly SourceFile[]): Edit[] {
  const edit = (name: string, changes: Readonly<Record<string, Change>>): Edit => ({
    name,
    files: files.map((file) => (changes[file.path] ? { path: file.path, text: changed(file.text, changes[file.path] as Change) } : file)),
  });
  const read = (path: string) => JSON.parse(files.find((file) => file.path === path)?.text ?? '{}') as Json;
  const enums = [
    'bank',
    'industry',
    'loanPurpose',
    'wallet',
    'remittanceShop',
    'relationship',
    'educationLevel',
    'maritalStatus',
    'gender',
    'weekday',
  ];
  const forms = ['personalMore', 'work', 'contact', 'address', 'bank', 'personalBasic'];
  const formats = files.filter(({ path }) => path.startsWith('schemas/formats/') && !path.includes('smsCode') && 'maxLength' in read(path));
  const rows = (read('flows/decisions/underwriting.decisions.json')['rows'] as Json[]).flatMap(({ outcome }, index) =>
    (outcome as Json)['limitCents'] === undefined ? [] : [index],
  );
  return [
    ...enums.map((id) =>
      edit(`another member of ${id}`, {
        [`schemas/enums/${id}.schema.json`]: (value) => (value['enum'] as string[]).push('addedOne'),
        ...words('enums', id, 'addedOne', 'One more'),
      }),
    ),
    ...forms.map((form) =>
      edit(`another field of ${form}`, {
        [`schemas/forms/${form}.schema.json`]: (value) => ((value['properties'] as Json)['remark'] = { type: 'string', maxLength: 80 }),
        [`schemas/forms/${form}.ui.json`]: (value) => (value['order'] as string[]).push('remark'),
        ...words('forms', form, 'remark', { label: 'Remark' }),
      }),
    ),
    ...forms.map((form) => edit(`another title of ${form}`, words('forms', form, 'title', 'A new title'))),
    ...formats.map(({ path }) =>
      edit(`longer texts in ${path}`, { [path]: (value) => (value['maxLength'] = Number(value['maxLength']) + 10) }),
    ),
    ...rows.map((row) =>
      edit(`another limit in row ${row + 1}`, {
        'flows/decisions/underwriting.decisions.json': (value) => {
          const outcome = (value['rows'] as Json[])[row]?.['outcome'] as Json;
          outcome['limitCents'] = Number(outcome['limitCents']) + 50_000;
        },
      }),
    ),
    ...Array.from({ length: 6 }, (_, index) =>
      edit(`steps ${index + 2} and ${index + 3} swapped`, {
        'flows/onboarding.flow.json': (value) => {
          const steps = value['steps'] as Json[];
          steps.splice(index + 1, 2, steps[index + 2] as Json, steps[index + 1] as Json);
        },
      }),
    ),
    ...[0, 2, 4, 6].map((index) =>
      edit(`step ${index + 1} takes longer`, {
        'flows/onboarding.flow.json': (value) => (((value['steps'] as Json[])[index] as Json)['minutes'] = 1.5),
      }),
    ),
    ...(['minimumAge', 'maximumAge'] as const).map((name) =>
      edit(`another ${name}`, {
        'flows/settings.json': (value) => ((value['constants'] as Json)[name] = Number((value['constants'] as Json)[name]) + 1),
      }),
    ),
    ...(
      [
        ['flows/login.json', 'codesPerDay'],
        ['flows/login.json', 'resendAfterSeconds'],
        ['flows/retention.json', 'unsentDays'],
      ] as const
    ).map(([path, name]) => edit(`another ${name}`, { [path]: (value) => (value[name] = Number(value[name]) + 1) })),
    ...[0, 1, 2].map((type) =>
      edit(`coupon ${type + 1} longer valid`, {
        'flows/lending/coupons.json': (value) => (((value['types'] as Json[])[type] as Json)['validDays'] = 120),
      }),
    ),
  ];
}

/** The same texts in every offered language. */
function words(namespace: string, owner: string, key: string, value: unknown): Record<string, Change> {
  return Object.fromEntries(
    languages.map((language): [string, Change] => [
      `locales/${language}/${namespace}.json`,
      (all) => {
        all[owner] = { ...(all[owner] as Json | undefined), [key]: value };
      },
    ]),
  );
}

function changed(text: string, change: Change): string {
  const value = JSON.parse(text) as Json;
  change(value);
  return JSON.stringify(value, undefined, 2);
}
