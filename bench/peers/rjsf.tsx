// Plain rjsf as its documentation shows it: schema, uiSchema, and the ajv validator compiled in the page.
// The browser's own validation is off, because it would block the submission before rjsf validates.
import Form from '@rjsf/core';
import validator from '@rjsf/validator-ajv8';
import { createRoot } from 'react-dom/client';

createRoot(document.getElementById('root') as HTMLElement).render(
  <Form schema={BENCH_RJSF.schema} uiSchema={BENCH_RJSF.uiSchema} validator={validator} noHtml5Validate />,
);
