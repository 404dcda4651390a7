/**
 * From a request of DAX to its answer, in the order of the HTTP door: limits, who calls, memory, the values, the
 * method; the method calls operations by the entrance that all doors share.
 */
import { resourceNotFound, type ServiceError } from '../../model/errors.js'
import type { Caller } from '../../model/caller.js'
import type { Table } from '../../catalog/table.js'
import type { AnswersByRequest } from '../../accelerator/cached-table.js'
import type { DaxCounters } from '../../accelerator/dax-counters.js'
import type { Call } from '../../operations/dispatcher.js'
import { requireOperation } from '../../operations/registry.js'
import type { Log } from '../../stdx/log.js'
import type { CborValue } from '../cbor/cbor-value.js'
import { memoryOfAnswer } from '../http/answer-memory.js'
import { headerOf, type Peer, type WireRequest } from '../http/message.js'
import { senderOf } from '../http/sender-of.js'
import { toServiceError } from '../http/unexpected-error.js'
import { claimedCredential } from '../sigv4/claimed-credential.js'
import { missingToken } from '../sigv4/faults.js'
import { errorAnswer } from './answers.js'
import { daxSigningName } from './authorisation.js'
import type { DaxMethod } from './methods/method.js'
import { isLarge, memoryOfBytes, memoryOfNested, type RequestMemory } from './request-memory.js'
import type { DaxCall, ServedDax } from './served-dax.js'

export interface AnswerParts {
  readonly served: ServedDax
  /** Undefined if the client has not authorised its connection. */
  readonly signed: WireRequest | undefined
  readonly peer: Peer
  readonly log: Log
  readonly requestId: string
}

export interface ReceivedMethod {
  readonly method: DaxMethod
  /** Of its arguments. */
  readonly bytes: Buffer
  readonly memory: RequestMemory
  read(bytes: Buffer, count: number): readonly CborValue[]
  readonly onCaller: (known: KnownCaller) => void
}

/** What is known of a client once it is known who calls. */
export interface KnownCaller {
  readonly counters: DaxCounters
  /** Where the answers to whole requests of the caller are, if they are not judged one by one. */
  readonly answers: AnswersByRequest | undefined
}

export interface Answered {
  readonly bytes: Buffer
  /** Undefined if it is a success. */
  readonly error: ServiceError | undefined
}

/** Throws what has to end the connection, and errors that are the same for every method. */
export async function answerCall(parts: AnswerParts, received: ReceivedMethod): Promise<Answered> {
  const { served, peer, log, requestId } = parts
  const { method, bytes, memory } = received
  served.limits?.admitAddress(peer)
  const caller = await callerOf(parts, method)
  const { accelerator } = served
  const answers = isUnjudged(served) ? accelerator.requests.of(caller) : undefined
  received.onCaller({ counters: accelerator.counters.of(caller), answers })
  served.limits?.admitKey(caller.accessKeyId)
  const answerBytes =
    method.operation === undefined ? 0 : memoryOfAnswer(`dynamodb.${method.operation}`)
  const taken = memoryOfBytes(bytes.length) + answerBytes
  const waiting = isLarge(bytes.length) ? memory.takeRoom(taken) : memory.take(taken)
  if (waiting !== undefined) await waiting
  const given = received.read(bytes, method.arguments)
  if (isLarge(bytes.length)) await memory.takeRoom(taken + (await memoryOfNested(given)))
  const call = daxCall(parts, caller, { bytes, answers })
  try {
    return { bytes: await method.run(call, given), error: undefined }
  } catch (thrown) {
    const error = toServiceError(thrown, log, { requestId, target: method.name })
    const telling = method.answerError?.(call, given, error, requestId)
    return { bytes: await (telling ?? errorAnswer(error, requestId)), error }
  }
}

/** Who calls: verified for every request, so that a key that was deleted is refused from the next one on. */
async function callerOf(parts: AnswerParts, method: DaxMethod): Promise<Caller> {
  const { served, signed } = parts
  if (signed === undefined) throw missingToken()
  try {
    return await served.authenticate(signed, daxSigningName)
  } catch (thrown) {
    const error = toServiceError(thrown, parts.log, {
      requestId: parts.requestId,
      target: method.name,
    })
    if (error === thrown && served.verifies) await tellRefused(parts, method, signed, error)
    throw error
  }
}

async function tellRefused(
  { served, requestId, peer }: AnswerParts,
  { operation }: DaxMethod,
  signed: WireRequest,
  error: ServiceError,
): Promise<void> {
  const { accessKeyId, region } = claimedCredential(headerOf(signed, 'authorization'), '')
  if (operation !== undefined) {
    served.onRefused?.({
      definition: requireOperation(`dynamodb.${operation}`).definition,
      accessKeyId,
      region,
      error,
      host: headerOf(signed, 'host') ?? '',
      requestId,
      sender: senderOf(signed),
    })
  }
  await served.limits?.refused(peer)
}

function daxCall(
  parts: AnswerParts,
  caller: Caller,
  { bytes, answers }: Pick<DaxCall, 'bytes' | 'answers'>,
): DaxCall {
  const { served, requestId, signed } = parts
  const { lists, accelerator, dispatcher } = served
  const isLong = isLarge(bytes.length)
  const host = headerOf(signed!, 'host') ?? ''
  const sender = served.wantsSenders ? senderOf(signed!) : undefined
  return {
    caller,
    lists,
    accelerator,
    bytes,
    answers,
    isPermitted(id, input) {
      if (!served.verifies) return true
      const operation = requireOperation(id)
      return dispatcher.isPermitted({ operation, input, caller, host, requestId, sender, isLong })
    },
    table(name) {
      const found = served.findTable(caller, name)
      return found instanceof Promise ? found.then(requireFound) : requireFound(found)
    },
    async call(id, input) {
      const operation = requireOperation(id)
      const call: Call = { operation, input, caller, host, requestId, sender, isLong }
      return (await dispatcher.dispatch(call)) as never
    },
  }
}

/** Whether a request that was answered before may be answered again without a look at who sends it. */
function isUnjudged({ verifies, limits }: ServedDax): boolean {
  return !verifies && limits === undefined
}

function requireFound(table: Table | undefined): Table {
  if (table === undefined) throw resourceNotFound()
  return table
}
