import { platformOperations as operations } from '../../contract/platformOperations.ts';
import type { Area } from '../area.ts';
import type { App } from '../http/types.ts';
import { endpoint } from '../sessions/endpoint.ts';
import { openResumeLink, requestLinkCode } from './open.ts';
import { sendResumeLink } from './send.ts';

function resumeLinks(app: App): void {
  endpoint(app, operations['flows.sendLink'], ({ deps, input, session, request }) => sendResumeLink(deps, session, input.flow, request));
  endpoint(app, operations['resumeLinks.open'], ({ deps, input, request }) => openResumeLink(deps, input.token, request));
  endpoint(app, operations['resumeLinks.requestCode'], ({ deps, input, request }) => requestLinkCode(deps, input, request));
}

/** Links that take a customer back to a flow. Their table belongs to the flows, which end them. */
export const resumeLinksArea: Area = {
  name: 'resumeLinks',
  texts: { 'sms.resumeLink': ['link', 'days'] },
  routes: [resumeLinks],
};
