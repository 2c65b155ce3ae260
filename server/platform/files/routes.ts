import multipart, { type MultipartFile } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { largestFileMb } from '../../../engine/config/largestFile.ts';
import { platformOperations as operations } from '../../contract/platformOperations.ts';
import { endpoint } from '../sessions/endpoint.ts';
import { fail } from '../problem.ts';
import type { App } from '../http/types.ts';
import type { Session } from '../sessions/sessions.ts';
import { releaseUpload, reserveUpload, type Reservation } from './quota.ts';
import { addressLifetimeSeconds } from './signedAddress.ts';
import { addressOf, openAddress, storeFile } from './service.ts';
import { UploadRoom } from './uploadRoom.ts';

const maxBytes = largestFileMb * 1024 * 1024;
const bodyLimitBytes = maxBytes + 16 * 1024;

/** Upload as multipart/form-data: the field `purpose` and one file named `file`. */
export async function files(app: App): Promise<void> {
  await app.register(multipart, {
    limits: { fileSize: maxBytes, files: 1, fields: 4, parts: 5, fieldSize: 200, headerPairs: 20 },
    attachFieldsToBody: 'keyValues',
    // Buffered in memory, so no temporary file remains. The limits keep it small.
    async onFile(this: FastifyRequest, part: MultipartFile) {
      (part as { value?: unknown }).value = await part.toBuffer().catch(() => fail('payloadTooLarge'));
    },
  });
  const { deps } = app;
  const room = new UploadRoom(deps.settings.limits);
  const reservations = new WeakMap<FastifyRequest, Reservation>();
  const admit = async ({ session: { customerId }, request }: { session: Session; request: FastifyRequest }) => {
    const leaveRoom = room.enter(customerId, Math.min(Number(request.headers['content-length'] ?? bodyLimitBytes), bodyLimitBytes));
    const reservation = await reserveUpload(deps, customerId).catch((error: unknown) => {
      leaveRoom();
      throw error;
    });
    reservations.set(request, reservation);
    return () => {
      leaveRoom();
      void releaseUpload(deps, reservation);
    };
  };
  // Unknown fields stay, so that the contract refuses them.
  const gather = (request: FastifyRequest) => {
    const { file: _file, ...rest } = (request.body ?? {}) as Record<string, unknown>;
    return rest;
  };
  endpoint(
    app,
    operations['files.upload'],
    async ({ input, request }) => storeFile(deps, reservations.get(request) as Reservation, input, fileOf(request)),
    { admit, gather, bodyLimitBytes },
  );
  endpoint(app, operations['files.address'], async ({ input, session, deps }) => addressOf(deps, session.customerId, input.fileId));
  contentRoute(app);
}

function fileOf(request: FastifyRequest): Uint8Array {
  const { file } = request.body as { file?: unknown };
  return Buffer.isBuffer(file) ? file : fail('photoProblem');
}

/** Serves the file of a signed URL as an attachment, so that it never opens as a page of our origin. <img> still shows it. */
function contentRoute(app: App): void {
  app.get<{ Params: { fileId: string }; Querystring: { expires?: string; signature?: string } }>(
    '/api/files/:fileId/content',
    async ({ params, query }, reply) => {
      const { bytes, contentType } = await openAddress(app.deps, params.fileId, Number(query.expires), String(query.signature));
      return reply
        .headers({
          'content-type': contentType,
          'content-disposition': `attachment; filename="${contentType === 'image/jpeg' ? 'photo.jpg' : 'file.pdf'}"`,
          'content-security-policy': "default-src 'none'; sandbox",
          'cache-control': `private, max-age=${addressLifetimeSeconds}`,
        })
        .send(bytes);
    },
  );
}
