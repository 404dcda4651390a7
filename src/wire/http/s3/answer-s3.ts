/**
 * The S3 door: what a bucket and its objects need, so that files to import can be put there, and exports
 * fetched, with any tool that speaks S3. It knows the store of objects and nothing else of the database.
 */
import type { Caller } from '../../../model/caller.js'
import type { Sender } from '../../../model/sender.js'
import type { ObjectStore } from '../../../objects/object-store.js'
import type { Log } from '../../../stdx/log.js'
import { pathOf, type WireRequest, type WireResponse } from '../message.js'
import { senderOf } from '../sender-of.js'
import type { AuthenticateS3 } from './authenticate-s3.js'
import { errorAnswer, finishS3, type S3Answer } from './s3-answer.js'
import { S3Error, slowDown } from './s3-error.js'
import type { PermitS3, S3Access } from './s3-handler.js'
import { readS3Request } from './s3-request.js'
import { isUnexpected, toS3Error } from './to-s3-error.js'

export interface S3Parts {
  /** Undefined while the database is not open. */
  readonly objects: ObjectStore | undefined
  /** Names under which buckets are called `<bucket>.<host>`. */
  readonly baseHosts: readonly string[]
  /** Without it, any credentials are accepted, and everyone may do everything. */
  readonly authenticate?: AuthenticateS3
  /** Throws `AccessDeniedException`. Without it, only the root of an account may do something. */
  readonly authoriseS3?: AuthoriseS3
}

export type AuthoriseS3 = (caller: Caller, access: S3Access, sender: Sender) => void | Promise<void>

export interface S3Call extends S3Parts {
  readonly requestId: string
  readonly log: Log
}

export async function answerS3(request: WireRequest, call: S3Call): Promise<WireResponse> {
  return finishS3(await answerOrError(request, call), call.requestId, request.method)
}

/** As an error that a tool shows. */
export function refuseS3(request: WireRequest, message: string, requestId: string): WireResponse {
  const error = new S3Error('AccessDenied', 403, message)
  return finishS3(errorAnswer(error, requestId, pathOf(request)), requestId, request.method)
}

async function answerOrError(request: WireRequest, call: S3Call): Promise<S3Answer> {
  const { objects, requestId, log } = call
  try {
    if (request.body === 'no-room') throw slowDown()
    if (objects === undefined) throw notReady()
    const signed = await call.authenticate?.(request)
    // Most servers never meet one, and all of them should start quickly.
    const { runOperation } = await import('./operations.js')
    const read = { ...readS3Request(request, call.baseHosts), payload: signed?.payload }
    const permit = permitOf(call, signed?.caller, request)
    return await runOperation(read, { objects, requestId, permit })
  } catch (error) {
    if (isUnexpected(error) && !isGone(error)) log.error('S3 request failed', { requestId, error })
    return errorAnswer(toS3Error(error), requestId, pathOf(request))
  }
}

function permitOf(call: S3Call, caller: Caller | undefined, request: WireRequest): PermitS3 {
  const { authoriseS3 } = call
  if (caller === undefined) return () => undefined
  const sender = senderOf(request)
  return authoriseS3 === undefined
    ? () => requireRoot(caller)
    : (access) => authoriseS3(caller, access, sender)
}

function requireRoot({ identity }: Caller): void {
  if (identity?.kind !== 'root') throw new S3Error('AccessDenied', 403, 'Access Denied')
}

/** The client has left. */
function isGone(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ECONNRESET'
}

function notReady(): S3Error {
  return new S3Error('ServiceUnavailable', 503, 'The database is not open yet. Try again.')
}
