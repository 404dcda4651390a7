/**
 * From a request to its answer, in the order in which the services check things: routes, envelope,
 * body, operation, authentication, then the operation itself. Knows no sockets and no operation.
 *
 * Everything thrown on the way becomes an answer, so one broken request never harms another.
 */
import type { Service } from '../../api/service.js'
import type { Caller } from '../../model/caller.js'
import { accessDenied, type ServiceError } from '../../model/errors.js'
import type { Call, Dispatcher } from '../../operations/dispatcher.js'
import type { Operation } from '../../operations/operation.js'
import type { RefusedCall } from '../../operations/refused-call.js'
import type { Clock } from '../../stdx/clock.js'
import type { Log } from '../../stdx/log.js'
import type { Random } from '../../stdx/random.js'
import { nextTurn, turnIsOver } from '../../stdx/turns.js'
import { ReadMemory } from '../../storage/read-memory.js'
import { claimedCredential } from '../sigv4/claimed-credential.js'
import { bodyCost } from '../flight/body-cost.js'
import type { InFlight } from '../flight/in-flight.js'
import { bodyInTurnBytesMin, memoryPerPage } from '../limits.js'
import type { Room } from '../flight/room.js'
import { acceptAnyone } from './accept-anyone.js'
import { admitBody, enlarge, isAdmitted } from './admit-request.js'
import { answerMemory } from './answer-memory.js'
import { finishAnswer, type Answer } from './answer.js'
import type { Authenticate } from './authenticate.js'
import type { ClientLimits } from './client-limits.js'
import { anyOriginGrant, type BrowserRules } from './browser-rules.js'
import { emptyBody, headerOf, pathOf, queryOf } from './message.js'
import type { Handle, WireRequest, WireResponse } from './message.js'
import type { Protocol } from './protocols/protocol.js'
import { protocolsFor } from './protocols/protocols.js'
import { requestIds, type RequestIds } from './request-id.js'
import { badRequest, findRoute, findStreamRoute, notFound, tooLarge, tooMany } from './routes.js'
import type { Route, Shown, StreamRoute } from './routes.js'
import type { S3Parts } from './s3/answer-s3.js'
import { senderOf } from './sender-of.js'
import { toServiceError } from './unexpected-error.js'

export interface HandlerParts extends Shown {
  readonly dispatcher: Dispatcher
  readonly random: Random
  readonly clock: Clock
  readonly log: Log
  readonly flight: InFlight
  /** Without it, there are no buckets yet. */
  readonly s3?: S3Parts
  /** Whether all regions and accounts are one. */
  readonly sharedRegions?: boolean
  /** Without it, any credentials are accepted. */
  readonly authenticate?: Authenticate
  /** Whether a policy or the audit can ask where requests come from. */
  readonly wantsSenders?: boolean
  /** How many requests clients may send. Without it, any number. */
  readonly limits?: ClientLimits
  /** Told about calls whose signature was refused. */
  readonly onRefused?: (call: RefusedCall) => void
  /** What web pages may do. Without rules they may do everything, as on AWS, which checks signatures. */
  readonly browsers?: BrowserRules
}

interface Handler extends HandlerParts {
  readonly protocols: readonly Protocol[]
  readonly requestIds: RequestIds
  /** Of operations with long answers. */
  readonly answerMemory: ReadonlyMap<Operation, number>
  readonly authenticate: Authenticate
  /** Whether signatures are verified. */
  readonly verifies: boolean
}

export function createHandler(parts: HandlerParts): Handle {
  const protocols = protocolsFor(parts.dispatcher.operations)
  const authenticate = parts.authenticate ?? acceptAnyone(parts.clock, parts.sharedRegions === true)
  const handler = {
    ...parts,
    protocols,
    requestIds: requestIds(parts.random),
    authenticate,
    verifies: parts.authenticate !== undefined,
    answerMemory: answerMemory(parts.dispatcher.operations),
  }
  const isClosed = parts.authenticate !== undefined && parts.s3?.authenticate === undefined
  const closed = isClosed ? closedBuckets() : undefined
  return (request) => {
    const refusal = parts.browsers?.refusalOf(request)
    if (request.stream !== undefined) {
      if (parts.limits?.isOver(request.peer) === true) return finishPlain(handler, request, tooMany)
      return answerStream(handler, request, refusal ?? closed)
    }
    if (refusal !== undefined) return answerRefused(handler, request, refusal)
    const route = findRoute(request)
    if (route !== undefined) return answerRoute(handler, route, request)
    const protocol = claimant(protocols, request)
    if (protocol === undefined) return finishPlain(handler, request, notFound)
    return answerCall(handler, protocol, request)
  }
}

/** Who calls an operation that is not signed. It has no rights: the operation looks at its input alone. */
const nobody: Caller = { accessKeyId: '', account: '', region: '' }

/** While nothing verifies the signatures of requests for buckets, nobody gets in. */
function closedBuckets(): ServiceError {
  return accessDenied('Access Denied')
}

function claimant(protocols: readonly Protocol[], request: WireRequest): Protocol | undefined {
  for (const protocol of protocols) if (protocol.claims(request)) return protocol
  return undefined
}

async function answerStream(
  handler: Handler,
  request: WireRequest,
  refusal: ServiceError | undefined,
): Promise<WireResponse> {
  const route: StreamRoute | undefined = findStreamRoute(request)
  if (route === undefined || request.repeatedHost) {
    return finishPlain(handler, request, badRequest)
  }
  // AWS: S3's ids are shorter than DynamoDB's.
  const requestId = handler.requestIds.letters().slice(0, 16)
  const { log, s3 = noBuckets } = handler
  const response =
    refusal === undefined
      ? await route.answer(request, { ...s3, requestId, log })
      : route.refuse(request, refusal.message, requestId)
  logAnswer(log, request, requestId, response)
  if (request.headers['origin'] === undefined) return response
  return { ...response, headers: [...response.headers, ...grantTo(handler, request)] }
}

const noBuckets: S3Parts = { objects: undefined, baseHosts: [] }

/** In the client's protocol if it speaks one, so that its SDK shows the sentence. */
async function answerRefused(
  handler: Handler,
  request: WireRequest,
  error: ServiceError,
): Promise<WireResponse> {
  const protocol = claimant(handler.protocols, request) ?? handler.protocols[0]!
  const requestId = handler.requestIds.letters()
  const service = protocol.findService(request)
  const answer = protocol.error(request, { error, operation: undefined, service, requestId })
  logAnswer(handler.log, request, requestId, answer)
  return finishAnswer(request, answer, requestId, true)
}

async function answerRoute(
  handler: Handler,
  route: Route,
  request: WireRequest,
): Promise<WireResponse> {
  return finishPlain(handler, request, await route.answer(request, handler))
}

/** AWS: a request that is not a call is answered as DynamoDB answers it. */
async function finishPlain(
  handler: Handler,
  request: WireRequest,
  answer: Answer,
): Promise<WireResponse> {
  const requestId = handler.requestIds.letters()
  logAnswer(handler.log, request, requestId, answer)
  return finishAnswer(request, granted(handler, request, answer), requestId, true)
}

/** Lets the page that asked read the answer. */
function granted(handler: Handler, request: WireRequest, answer: Answer): Answer {
  if (request.headers['origin'] === undefined || answer.isPage === true) return answer
  return { ...answer, headers: [...(answer.headers ?? []), ...grantTo(handler, request)] }
}

function grantTo({ browsers }: Handler, request: WireRequest): readonly string[] {
  return browsers?.grantTo(request) ?? anyOriginGrant
}

async function answerCall(
  handler: Handler,
  protocol: Protocol,
  request: WireRequest,
): Promise<WireResponse> {
  let operation: Operation | undefined
  let requestId: string | undefined
  let answer: Answer
  let { room } = request
  let pageBytes = 0
  let isAuthenticating = false
  try {
    let body = request.body as Buffer | 'over-limit'
    // Awaits only if there is something to wait for: most requests are small.
    if (!isAdmitted(request)) ({ body, room } = await admitBody(handler.flight, protocol, request))
    if (body === 'over-limit') {
      room?.leave()
      return await finishPlain(handler, request, tooLarge)
    }
    handler.limits?.admitAddress(request.peer)
    // A thousand clients may ask for something larger at the same time, here or below: they take turns.
    if (body.length >= bodyInTurnBytesMin && turnIsOver()) await nextTurn()
    const reading = protocol.readCall(request, body)
    const isLong = reading instanceof Promise
    const received = isLong ? await reading : reading
    operation = received.operation
    requestId = nextRequestId(handler, serviceOf(operation))
    request.span?.called(operation.definition, requestId)
    // Authenticates first, so that a refused caller learns nothing about the input.
    const { isUnsigned, service: called } = operation.definition
    isAuthenticating = true
    const signed = isUnsigned ? nobody : handler.authenticate(request, called.signingName)
    const caller = signed instanceof Promise ? await signed : signed
    isAuthenticating = false
    handler.limits?.admitKey(caller.accessKeyId)
    // What remains to be read of a long input takes most of a turn, and so does what follows.
    if (isLong) await nextTurn()
    const input = protocol.readInput(received)
    request.body = body = emptyBody
    if (isLong) await nextTurn()
    const host = headerOf(request, 'host') ?? ''
    const sender = handler.wantsSenders === true ? senderOf(request) : undefined
    const { span, peer } = request
    const answerBytes = handler.answerMemory.get(operation)
    if (answerBytes !== undefined && turnIsOver()) await nextTurn()
    const memory = answerBytes === undefined ? undefined : new ReadMemory()
    // A page that fits is only counted; its answer is, too, if the client does not take it at once.
    const isPage = answerBytes === memoryPerPage && room === undefined
    if (isPage && handler.flight.takePage(memoryPerPage)) {
      pageBytes = memoryPerPage
    } else if (answerBytes !== undefined) {
      const entering = enlarge(handler.flight, room, (room?.bytes ?? 0) + answerBytes)
      room = entering instanceof Promise ? await entering : entering
    }
    const call: Call = {
      operation,
      input,
      caller,
      host,
      requestId,
      sender,
      peer,
      memory,
      span,
      isLong,
    }
    const output = await handler.dispatcher.dispatch(call)
    const encoded = protocol.answer(request, operation, { output, requestId })
    answer = encoded instanceof Promise ? await encoded : encoded
    memory?.release()
  } catch (thrown) {
    const service = serviceOf(operation) ?? protocol.findService(request)
    requestId ??= nextRequestId(handler, service)
    const error = toServiceError(thrown, handler.log, { requestId, target: targetOf(request) })
    request.span?.failed(error, requestId)
    if (isAuthenticating && thrown === error)
      await tellRefused(handler, request, { operation: operation!, error, requestId })
    answer = protocol.error(request, { error, operation, service, requestId })
  }
  if (pageBytes > 0) handler.flight.leaveSmall(pageBytes)
  const service = serviceOf(operation) ?? protocol.findService(request)
  logAnswer(handler.log, request, requestId, answer)
  const checksum = service?.quirks.checksums === true
  const response = finishAnswer(request, granted(handler, request, answer), requestId, checksum)
  return room === undefined ? response : withRoom(response, room)
}

interface Refused {
  readonly operation: Operation
  readonly error: ServiceError
  readonly requestId: string
}

/** Nothing is told, and nobody waits, where any credentials are accepted. */
async function tellRefused(
  handler: Handler,
  request: WireRequest,
  refused: Refused,
): Promise<void> {
  if (!handler.verifies) return
  const { operation, error, requestId } = refused
  const claimed = claimedCredential(headerOf(request, 'authorization'), queryOf(request))
  handler.onRefused?.({
    definition: operation.definition,
    accessKeyId: claimed.accessKeyId,
    region: claimed.region,
    error,
    host: headerOf(request, 'host') ?? '',
    requestId,
    sender: senderOf(request),
  })
  await handler.limits?.refused(request.peer)
}

async function withRoom(
  response: WireResponse | Promise<WireResponse>,
  room: Room,
): Promise<WireResponse> {
  const finished = await response
  room.correct(bodyCost(0) + finished.body.length)
  return { ...finished, room }
}

function serviceOf(operation: Operation | undefined): Service | undefined {
  return operation?.definition.service
}

function nextRequestId({ requestIds }: Handler, service: Service | undefined): string {
  return service?.quirks.letteredRequestIds === true ? requestIds.letters() : requestIds.uuid()
}

function targetOf(request: WireRequest): string | undefined {
  return headerOf(request, 'x-amz-target')
}

function logAnswer(
  log: Log,
  request: WireRequest,
  requestId: string,
  answer: Pick<Answer, 'status'>,
): void {
  if (!log.wants('debug')) return
  const { method } = request
  const target = targetOf(request)
  // Without the query, which may contain a signature.
  const path = pathOf(request)
  log.debug('answered', { requestId, method, path, target, status: answer.status })
}
