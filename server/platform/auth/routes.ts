import { platformOperations as operations } from '../../contract/platformOperations.ts';
import { endpoint } from '../sessions/endpoint.ts';
import type { App } from '../http/types.ts';
import { fail } from '../problem.ts';
import { customerFrom, offeredLanguage } from '../customer/customers.ts';
import { maskPhone } from '../customer/phone.ts';
import { idempotencyKey } from '../http/requestKey.ts';
import { deviceOf, setDeviceCookie } from './devices.ts';
import { confirmFreshCode, requestFreshCode } from './freshCode.ts';
import { createImageCode } from './imageCodes.ts';
import { requestCode, resendCode } from './requestCode.ts';
import { beginSession, clearSessionCookie, endSession, endSessionOfCookie, setSessionCookie } from '../sessions/sessions.ts';
import { verifyCode } from './verifyCode.ts';

/** Registration and login by SMS code, and sessions. */
export function auth(app: App): void {
  endpoint(app, operations['auth.imageCode'], ({ deps, request }) => createImageCode(deps, request.ip));

  endpoint(app, operations['auth.requestCode'], ({ deps, input, request }) =>
    requestCode(deps, input, request.ip, idempotencyKey(request)),
  );

  endpoint(app, operations['auth.resendCode'], ({ deps, input, request }) => resendCode(deps, input, request.ip, idempotencyKey(request)));

  endpoint(app, operations['auth.verifyCode'], async ({ deps, input, request, reply }) => {
    const { customerId, phone, isNew, device } = await verifyCode(deps, input, deviceOf(deps, request), idempotencyKey(request));
    await endSessionOfCookie(deps, request);
    const { id, token } = await beginSession(deps, customerId);
    setSessionCookie(deps, reply, id);
    setDeviceCookie(deps, reply, device);
    return { customerId, token, phoneNumber: maskPhone(phone), isNew };
  });

  endpoint(app, operations['auth.requestFreshCode'], ({ deps, session, request }) =>
    requestFreshCode(deps, session, request.ip, idempotencyKey(request)),
  );

  endpoint(app, operations['auth.confirmFreshCode'], ({ deps, session, input, request }) =>
    confirmFreshCode(deps, session, input, idempotencyKey(request)),
  );

  endpoint(app, operations['auth.session'], async ({ deps, session }) => {
    const { id, phone, language } = customerFrom(deps, session.customer);
    const facts = deps.product.customerFacts(session.customer);
    const names = await deps.product.nameOf(deps, id);
    return { ...facts, customerId: id, phone: phone.national, phoneNumber: maskPhone(phone), language, ...(names ? { names } : {}) };
  });

  endpoint(app, operations['auth.logout'], async ({ deps, session, reply }) => {
    await endSession(deps, session.idHash);
    clearSessionCookie(deps, reply);
    return {};
  });

  endpoint(app, operations['customer.setLanguage'], async ({ deps, input, session }) => {
    const language = offeredLanguage(deps, input.language);
    if (language === undefined) return fail('badRequest', { problems: [{ code: 'enum', path: '/language' }] });
    await deps.db.updateTable('customers').set({ language }).where('id', '=', session.customerId).execute();
    return { language };
  });
}
