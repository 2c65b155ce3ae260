import { describe, expect, test } from 'vitest';
import type { EnumSchema, FormSchema } from '../../engine/config/form.ts';
import { shipped } from './shipped.ts';

const fieldsOf = (form: string) => shipped<FormSchema>(`schemas/forms/${form}.schema.json`).properties;
const codesOf = (id: string) => shipped<EnumSchema>(`schemas/enums/${id}.schema.json`).enum;

describe('F fields of the specification', () => {
  const asked: [row: string, form: string, fields: string[]][] = [
    ['F01', 'personalBasic', ['name', 'birthDate', 'age', 'gender']],
    ['F01', 'identity', ['firstName', 'middleName', 'lastName']],
    ['F02', 'personalMore', ['maritalStatus']],
    ['F03', 'identity', ['aadhaar', 'pan', 'idType', 'idNumber']],
    ['F04', 'personalMore', ['educationLevel', 'loanPurpose']],
    ['F05', 'work', ['workYears', 'businessYears', 'income']],
    ['F06', 'work', ['payDay', 'payCycle', 'industry', 'jobType']],
    ['F07', 'work', ['companyName', 'companyPhone', 'companyAddress', 'schoolName', 'professionalTitle', 'enrolment', 'graduation']],
    ['F08', 'contact', ['email', 'whatsapp', 'viber', 'facebookUsername']],
    ['F09', 'address', ['postalCode', 'detailedAddress', 'place']],
    ['F10', 'bank', ['bankName', 'account', 'accountConfirmation', 'ifsc', 'wallet', 'remittanceShop', 'withdrawalPhone']],
    ['F11', 'contact', ['contacts']],
  ];
  test.each(asked)('%s %s has them', (_row, form, fields) => {
    expect(Object.keys(fieldsOf(form))).toEqual(expect.arrayContaining(fields));
  });

  test('F07 fields that depend on the job have a condition', () => {
    const work = fieldsOf('work');
    const always = Object.keys(work).filter((name) => work[name]?.['x-when'] === undefined);
    expect(always).toEqual(['jobType', 'income']);
  });
});

describe('F enumerations', () => {
  const codes: [row: string, id: string, codes: string[]][] = [
    ['F01', 'gender', ['male', 'female']],
    ['F05 C03', 'income', ['under12000', '12001-18000', '18001-25000', '25001-30000', 'over30000']],
    ['F06', 'payCycle', ['weekly', 'biWeekly', 'monthly', 'other']],
    ['F06', 'jobType', ['contractWorker', 'selfEmployed', 'student', 'unemployed']],
    ['F11', 'relationship', ['parents', 'spouse', 'children', 'siblings', 'relatives', 'friends', 'others']],
    [
      'F04',
      'loanPurpose',
      ['dailyExpense', 'reimbursement', 'entertainment', 'rent', 'tourism', 'education', 'medical', 'shopping', 'other'],
    ],
    [
      'F02',
      'maritalStatus',
      [
        'single',
        'married',
        'divorced',
        'others',
        ...['married', 'divorced', 'widowed'].flatMap((status) => [`${status}WithChildren`, `${status}WithoutChildren`]),
      ],
    ],
  ];
  test.each(codes)('%s %s has exactly these codes', (_row, id, expected) => {
    expect([...codesOf(id)].sort()).toEqual([...expected].sort());
  });

  const counts: [row: string, id: string, count: number][] = [
    ['F04', 'educationLevel', 6],
    ['F06', 'industry', 26],
  ];
  test.each(counts)('%s %s has the specified number of codes', (_row, id, count) => {
    expect(new Set(codesOf(id)).size).toBe(count);
  });
});
