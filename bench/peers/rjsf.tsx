// Plain rjsf as its documentation shows it: schema, uiSchema, the ajv validator compiled in the page.
// Only the browser's own check is off, since it would stop a submission before rjsf's is reached.
import Form from '@rjsf/core';
import validator from '@rjsf/validator-ajv8';
import { createRoot } from 'react-dom/client';

createRoot(document.getElementById('root') as HTMLElement).render(
  <Form schema={BENCH_RJSF.schema} uiSchema={BENCH_RJSF.uiSchema} validator={validator} noHtml5Validate />,
);
