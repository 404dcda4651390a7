/**
 * AWS JSON 1.0 and 1.1: the operation in `X-Amz-Target`, its input and output as JSON.
 *
 * AWS: version 1.1 differs only in its media type, and a service accepts the one in its model;
 * plain `application/json` counts as either.
 */
import type { Service } from '../../../api/service.js'
import { dynamodb } from '../../../api/services.js'
import { serialization, unknownOperation } from '../../../model/errors.js'
import type { Operation } from '../../../operations/operation.js'
import { strictInputBytesMax } from '../../limits.js'
import type { Answer } from '../answer.js'
import { headerOf, pathOf, type WireRequest } from '../message.js'
import { jsonMemory, parseInput } from './json-body.js'
import type { EncodedAnswer } from './encode-answer.js'
import { encodeInTurns } from './encode-in-turns.js'
import { encodeError } from './json-error.js'
import { jsonMediaType } from './json-media-type.js'
import { encodeByShape } from './json-shapes.js'
import type { Protocol, ReceivedCall } from './protocol.js'
import { queryModeOf } from './query-error.js'
import { checkStrictInput } from './strict-input.js'

export function awsJson(operations: readonly Operation[]): Protocol {
  const byTarget = targetsOf(operations)
  const services = servicesOf(operations)
  const findService = (request: WireRequest) => services.get(prefixOf(request)) ?? dynamodb
  return {
    claims: (request) => isJsonCall(request, findService),
    readCall(request, body) {
      // AWS: a body that is not JSON is reported before a target that does not exist.
      const parsed = parseInput(body)
      const target = headerOf(request, 'x-amz-target') ?? ''
      if (!(parsed instanceof Promise)) return callOf(byTarget, target, parsed, body)
      return parsed.then((content: unknown) => callOf(byTarget, target, content, body))
    },
    memoryOf: jsonMemory,
    readInput({ operation, content, body }) {
      if (content === undefined) throw serialization()
      if (body !== undefined && body.length <= strictInputBytesMax)
        checkStrictInput(body, strictMembersOf(operation) ?? [])
      return operation.definition.decodeJson(content)
    },
    answer(request, { definition }, { output }) {
      const mediaType = answerMediaType(request)
      const encoded =
        definition.service.quirks.writesFractions === true
          ? encodeByShape(definition, output).then((body) => ({ body }))
          : encodeInTurns(output)
      if (!(encoded instanceof Promise)) return success(mediaType, encoded)
      return encoded.then((whole) => success(mediaType, whole))
    },
    error: (request, { error, service }) => ({
      mediaType: answerMediaType(request),
      body: encodeError(error, service),
      ...queryModeOf(request, error, service),
    }),
    findService,
  }
}

function callOf(
  byTarget: ReadonlyMap<string, Operation>,
  target: string,
  content: unknown,
  body: Buffer,
): ReceivedCall {
  const operation = byTarget.get(target)
  if (operation === undefined) throw unknownOperation()
  return strictMembersOf(operation) === undefined
    ? { operation, content }
    : { operation, content, body }
}

function strictMembersOf({ definition: { service, name } }: Operation) {
  return service.quirks.strictInputs?.[name]
}

function speaksJson({ protocols }: Service): boolean {
  return protocols.includes('aws-json-1.0') || protocols.includes('aws-json-1.1')
}

function targetsOf(operations: readonly Operation[]): ReadonlyMap<string, Operation> {
  return new Map(
    operations
      .filter(({ definition }) => speaksJson(definition.service))
      .map((operation) => {
        const { service, name } = operation.definition
        return [`${service.targetPrefix}.${name}`, operation]
      }),
  )
}

function servicesOf(operations: readonly Operation[]): ReadonlyMap<string, Service> {
  return new Map(
    operations
      .filter(({ definition }) => speaksJson(definition.service))
      .map(({ definition: { service } }) => [service.targetPrefix ?? '', service]),
  )
}

function prefixOf(request: WireRequest): string {
  const target = headerOf(request, 'x-amz-target') ?? ''
  return target.slice(0, Math.max(target.indexOf('.'), 0))
}

function isJsonCall(request: WireRequest, findService: (request: WireRequest) => Service): boolean {
  if (request.method !== 'POST' || pathOf(request) !== '/') return false
  if (request.body.length === 0) return true
  const type = jsonMediaType(headerOf(request, 'content-type'))
  if (type !== 'application/x-amz-json-1.1') return type !== undefined
  return findService(request).protocols.includes('aws-json-1.1')
}

function success(mediaType: string, { body, crc32 }: EncodedAnswer): Answer {
  return { status: 200, mediaType, body, crc32 }
}

/** An answer has the media type of its request. */
function answerMediaType(request: WireRequest): string {
  return jsonMediaType(headerOf(request, 'content-type')) ?? 'application/json'
}
