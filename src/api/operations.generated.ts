/** Made from server/contract/operations.ts: `npx vitest run tests/src/api -u` writes it anew. */
export const operationTable = {
  'release.boot': ['GET', '/api/boot'],
  'release.screen': ['GET', '/api/screens'],
  'documents.get': ['GET', '/api/documents/:document'],
  'auth.imageCode': ['POST', '/api/auth/image-codes'],
  'auth.requestCode': ['POST', '/api/auth/codes'],
  'auth.verifyCode': ['POST', '/api/auth/sessions'],
  'auth.session': ['GET', '/api/auth/session'],
  'auth.logout': ['DELETE', '/api/auth/session'],
  'customer.setLanguage': ['PUT', '/api/customer/language'],
  'flows.get': ['GET', '/api/flows/:flow'],
  'flows.saveStep': ['PUT', '/api/flows/:flow/steps/:step'],
  'files.upload': ['POST', '/api/files'],
  'files.address': ['GET', '/api/files/:fileId'],
  'application.submit': ['POST', '/api/applications'],
  'application.current': ['GET', '/api/applications/current'],
} as const;
