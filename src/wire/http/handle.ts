/**
 * From a request to its answer, in the order in which the service looks at things: envelope, body,
 * target, authentication, then the operation itself. Knows no sockets and no operation.
 *
 * Whatever is thrown on the way becomes an answer, so one broken request never harms another.
 */
import { serialization, type ServiceError } from '../../model/errors.js'
import type { Dispatcher } from '../../operations/dispatcher.js'
import type { Log } from '../../stdx/log.js'
import type { Random } from '../../stdx/random.js'
import { readCaller } from '../sigv4/read-caller.js'
import { finishAnswer, type Answer } from './answer.js'
import { byTarget, parseInput, requireTarget, type OperationsByTarget } from './protocols/json-body.js'
import { decodeBody } from './content-coding.js'
import { encodeAnswer } from './protocols/encode-answer.js'
import { encodeError } from './protocols/json-error.js'
import { healthAnswer, isHealthCheck, type Health } from './health.js'
import { answerMediaType } from './protocols/json-media-type.js'
import { headerOf, pathOf, queryOf, type Handle, type WireRequest } from './message.js'
import { plainAnswer, tooLarge } from './routes.js'
import { requestIds } from './request-id.js'
import { toServiceError } from './unexpected-error.js'

export interface HandlerParts {
  readonly dispatcher: Dispatcher
  readonly random: Random
  readonly log: Log
  readonly health: Health
}

interface Door extends HandlerParts {
  readonly operations: OperationsByTarget
}

export function createHandler(parts: HandlerParts): Handle {
  const nextRequestId = requestIds(parts.random)
  const door = { ...parts, operations: byTarget(parts.dispatcher.operations) }
  return async (request) => {
    const requestId = nextRequestId()
    const answer = await answerOf(door, request, requestId)
    if (parts.log.wants('debug')) logAnswer(parts.log, request, requestId, answer)
    return finishAnswer(request, requestId, answer)
  }
}

function answerOf(parts: Door, request: WireRequest, requestId: string): Answer | Promise<Answer> {
  if (isHealthCheck(request)) return parts.health().then(healthAnswer)
  return plainAnswer(request) ?? answerCall(parts, request, requestId)
}

async function answerCall(parts: Door, request: WireRequest, requestId: string): Promise<Answer> {
  const mediaType = answerMediaType(headerOf(request, 'content-type'))
  try {
    // Awaited only when there is something to wait for: most bodies come plain.
    const plain = plainBody(request)
    const body = plain instanceof Promise ? await plain : plain
    if (body === 'over-limit') return tooLarge
    const output = await dispatchCall(parts, request, body, requestId)
    return { status: 200, mediaType, body: encodeAnswer(output) }
  } catch (error) {
    const target = headerOf(request, 'x-amz-target')
    return errorAnswer(toServiceError(error, parts.log, { requestId, target }), mediaType, target)
  }
}

function plainBody(request: WireRequest): WireRequest['body'] | Promise<WireRequest['body']> {
  const coding = headerOf(request, 'content-encoding')
  if (coding === undefined || request.body === 'over-limit') return request.body
  return decodeBody(request.body, coding)
}

function dispatchCall(
  { dispatcher, operations }: Door,
  request: WireRequest,
  body: Buffer,
  requestId: string,
): Promise<unknown> {
  const json = parseInput(body)
  const operation = requireTarget(headerOf(request, 'x-amz-target'), operations)
  const caller = readCaller({
    authorization: headerOf(request, 'authorization'),
    date: headerOf(request, 'x-amz-date') ?? headerOf(request, 'date'),
    query: queryOf(request),
  })
  if (json === undefined) throw serialization()
  const input = operation.definition.decodeJson(json)
  const host = headerOf(request, 'host') ?? ''
  return dispatcher.dispatch({ operation, input, caller, host, requestId })
}

function errorAnswer(error: ServiceError, mediaType: string, target: string | undefined): Answer {
  const operation = target?.slice(target.indexOf('.') + 1)
  return { status: error.status, mediaType, body: encodeError(error, operation) }
}

function logAnswer(log: Log, request: WireRequest, requestId: string, answer: Answer): void {
  const { method } = request
  const target = headerOf(request, 'x-amz-target')
  // Without the query, which may hold a signature.
  const path = pathOf(request)
  log.debug('answered', { requestId, method, path, target, status: answer.status })
}
