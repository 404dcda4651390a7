/**
 * Shared by the tests of the wire: a small dispatcher whose operations show what arrived, fail in
 * every possible way, or take as long as the test wants; and requests that call them.
 */
import type { ServiceOperation } from '../api/service.js'
import { findServiceOperation } from '../api/services.js'
import { conditionalCheckFailed, ServiceError, validation } from '../model/errors.js'
import { ItemJson } from '../model/item-json.js'
import type { Call, Dispatcher } from '../operations/dispatcher.js'
import type { Operation } from '../operations/operation.js'
import { AssertionError } from '../stdx/assert.js'
import type { Log, LogFacts } from '../stdx/log.js'
import { systemClock } from '../stdx/clock.js'
import { systemRandom } from '../stdx/random.js'
import { EngineClosed, StorageError } from '../storage/errors.js'
import { InFlight } from './flight/in-flight.js'
import { createHandler, type HandlerParts } from './http/handle.js'
import type { Handle, WireHeaders, WireRequest, WireResponse } from './http/message.js'

export const service = 'DynamoDB_20120810'

export const authorization =
  'AWS4-HMAC-SHA256 Credential=AKID/20260101/eu-west-1/dynamodb/aws4_request, SignedHeaders=host, Signature=beef'

export const callHeaders = {
  host: 'localhost:8000',
  'content-type': 'application/x-amz-json-1.0',
  'x-amz-date': '20260101T000000Z',
  authorization,
}

type Reaction = (call: Call) => unknown

const failures: Readonly<Record<string, () => Error>> = {
  validation: () => validation('No.'),
  condition: () => conditionalCheckFailed({ pk: { S: 'a' } }),
  canceled: () =>
    new ServiceError('TransactionCanceledException', 'Canceled', {
      payload: { CancellationReasons: [{ Code: 'X', Item: stored('{"pk":{"S":"é"}}') }] },
    }),
  denied: () => new ServiceError('AccessDeniedException', 'Denied'),
  conflict: () => new StorageError('conflict', 'secret detail'),
  unavailable: () => new StorageError('unavailable', 'secret detail'),
  closed: () => new EngineClosed(),
  corruption: () => new StorageError('corruption', 'secret detail'),
  assertion: () => new AssertionError('secret detail', { tableId: 't' }),
  bug: () => new TypeError('secret detail'),
}

export function stored(json: string): ItemJson {
  return new ItemJson(Buffer.from(json))
}

/** Lets the operation `Slow` finish. */
export class Gate {
  #open: () => void = () => undefined
  readonly opened = new Promise<void>((resolve) => (this.#open = resolve))
  #arrive: () => void = () => undefined
  /** Resolves when an operation waits at the gate. */
  readonly reached = new Promise<void>((resolve) => (this.#arrive = resolve))

  async pass(): Promise<void> {
    this.#arrive()
    await this.opened
  }

  open(): void {
    this.#open()
  }
}

export function testDispatcher(gate = new Gate()): Dispatcher {
  const operations = new Map<string, Reaction>([
    [
      'Echo',
      ({ input, caller, operation: { definition } }) => ({
        input,
        caller,
        operation: definition.name,
      }),
    ],
    ['Host', ({ host }) => ({ host })],
    ['Repeat', ({ input }) => ({ text: 'x'.repeat((input as { count: number }).count) })],
    ['Item', () => ({ Item: stored('{"pk":{"S":"ü"}}'), ConsumedCapacity: undefined })],
    ['Nothing', () => undefined],
    ['Query', () => undefined],
    ['Fail', fail],
    ['TagResource', fail],
    ['Slow', async ({ input }) => (await gate.pass(), { input })],
  ])
  return {
    operations: [...operations.keys()].map(registered),
    isPermitted: async () => true,
    dispatch: async (call) => operations.get(call.operation.definition.name)!(call),
  }
}

const dynamodb = findServiceOperation('dynamodb.PutItem')!.service

/** An operation that DynamoDB does not have and that accepts any JSON. */
function registered(name: string): Operation {
  const definition: ServiceOperation = {
    service: dynamodb,
    name,
    id: `dynamodb.${name}`,
    inputShape: undefined,
    outputShape: undefined,
    isUnsigned: false,
    decodeJson: (json) => json,
    checkConstraints: () => undefined,
  }
  return dispatchedOnly(definition)
}

/** An operation whose calls the test answers itself. */
export function dispatchedOnly(definition: ServiceOperation): Operation {
  const never = (): never => {
    throw new AssertionError('only dispatched', {})
  }
  const none = {
    load: undefined,
    tables: undefined,
    toleratesMissing: false,
    acrossAccounts: false,
    forgetsInput: false,
    withoutDenied: undefined,
    demands: undefined,
    withoutThrottled: undefined,
  }
  return { definition, read: never, access: never, run: never, ...none }
}

function fail({ input }: Call): never {
  throw failures[(input as { as: string }).as]!()
}

export interface LogLine {
  readonly level: string
  readonly text: string
  readonly facts: LogFacts
}

/** A log whose lines are kept for inspection. */
export function keptLog(lines: LogLine[] = []): Log {
  const keep =
    (level: string) =>
    (text: string, facts: LogFacts = {}) =>
      void lines.push({ level, text, facts })
  return {
    error: keep('error'),
    warn: keep('warn'),
    info: keep('info'),
    debug: keep('debug'),
    wants: () => true,
  }
}

/** Memory for requests that are not about memory. */
export const muchMemory = new InFlight(2 ** 30)

export function testHandler(
  gate?: Gate,
  lines?: LogLine[],
  parts: Partial<HandlerParts> = {},
): Handle {
  return createHandler({
    dispatcher: testDispatcher(gate),
    random: systemRandom,
    clock: systemClock,
    log: keptLog(lines),
    flight: muchMemory,
    health: async () => ({ ready: true, status: 'ready' }),
    ...parts,
  })
}

type RequestParts = Partial<Omit<WireRequest, 'body'>> & { readonly body?: string | Buffer }

export function requestOf(parts: RequestParts): WireRequest {
  const body = Buffer.from(parts.body ?? '')
  return { method: 'POST', url: '/', headers: {}, repeatedHost: false, ...parts, body }
}

export function callOf(operation: string, body: string | Buffer, headers: WireHeaders = {}) {
  const target = { 'x-amz-target': `${service}.${operation}` }
  return requestOf({ headers: { ...callHeaders, ...target, ...headers }, body })
}

export function headersOf({ headers }: WireResponse): Readonly<Record<string, string>> {
  const entries: [string, string][] = []
  for (let i = 0; i < headers.length; i += 2) {
    entries.push([headers[i]!.toLowerCase(), headers[i + 1]!])
  }
  return Object.fromEntries(entries)
}
