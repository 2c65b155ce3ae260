import type { demoClient } from './client.ts';

/** Reports usage counts, as the device of a person who allows statistics does. */
export function demoDevice(call: ReturnType<typeof demoClient>['call']) {
  const report = async (step: string, fields: readonly string[], more: readonly object[] = []): Promise<void> => {
    const changed = fields.map((field) => ({ step, event: 'begun', field }));
    const events = [{ step, event: 'seen' }, ...(changed.length > 0 ? [{ step, event: 'begun' }] : []), ...changed, ...more];
    await call('POST', '/api/flows/onboarding/counts', { json: { events } });
  };
  return {
    /** Changes each field of a step. */
    change: (step: string, fields: readonly string[]) => report(step, fields),
    /** Changes two fields, trips over the third and leaves. */
    leave: (step: string, fields: readonly string[]) => {
      const field = fields[2] ?? fields[0];
      const tripped = field === undefined ? [] : [{ step, event: 'refused', field, code: 'required' }];
      return report(step, fields.slice(0, 2), [...tripped, { step, event: 'left', ...(field === undefined ? {} : { field }) }]);
    },
  };
}
