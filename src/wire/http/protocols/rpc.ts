/**
 * What the two forms of Smithy RPC v2 share: `POST /service/<service>/operation/<operation>`, and
 * the header `smithy-protocol` in requests and answers.
 */
import type { ProtocolName } from '../../../api/service-model.js'
import type { Service } from '../../../api/service.js'
import { unknownOperation } from '../../../model/errors.js'
import type { Operation } from '../../../operations/operation.js'
import { headerOf, pathOf, type WireRequest } from '../message.js'
import type { EncodedAnswer } from './encode-answer.js'
import { errorMembers } from './json-error.js'
import type { Protocol } from './protocol.js'
import { queryModeOf } from './query-error.js'

/** How one of the two forms encodes and decodes values. */
export interface RpcForm {
  readonly name: ProtocolName & `rpc-v2-${string}`
  readonly mediaType: string
  /**
   * Undefined for an empty body, which means no members; a promise if it is long. Throws
   * `SerializationException`.
   */
  decode(body: Buffer): unknown
  memoryOf(body: Buffer): number | Promise<number>
  readInput(operation: Operation, content: unknown): unknown
  encode(operation: Operation, output: unknown): EncodedAnswer | Promise<EncodedAnswer>
  encodeError(members: Readonly<Record<string, unknown>>): Buffer
}

export function rpcProtocol(operations: readonly Operation[], form: RpcForm): Protocol {
  const spoken = operations.filter(({ definition }) => speaks(definition.service, form))
  const byPath = new Map(spoken.map((operation) => [pathOfOperation(operation), operation]))
  const services = new Map(
    spoken.map(({ definition: { service } }) => [service.targetPrefix, service]),
  )
  const headers = ['smithy-protocol', form.name]
  return {
    claims: (request) => isRpc(request, form),
    readCall(request, body) {
      const operation = byPath.get(pathOf(request))
      if (operation === undefined) throw unknownOperation()
      const decoded = form.decode(body)
      if (!(decoded instanceof Promise)) return { operation, content: decoded }
      return decoded.then((content: unknown) => ({ operation, content }))
    },
    memoryOf: (body) => form.memoryOf(body),
    readInput: ({ operation, content }) => form.readInput(operation, content),
    answer(_request, operation, { output }) {
      const { mediaType } = form
      const encoded = form.encode(operation, output)
      if (!(encoded instanceof Promise)) return { status: 200, mediaType, ...encoded, headers }
      return encoded.then((whole) => ({ status: 200, mediaType, ...whole, headers }))
    },
    error(request, { error, service }) {
      const { status, headers: codes } = queryModeOf(request, error, service)
      const body = form.encodeError(errorMembers(error, service))
      return { status, mediaType: form.mediaType, body, headers: [...headers, ...codes] }
    },
    findService: (request) => services.get(pathParts.exec(pathOf(request))?.[1]),
  }
}

const pathParts = /^\/service\/([^/]+)\/operation\/([^/]+)$/

function isRpc(request: WireRequest, { name }: RpcForm): boolean {
  return (
    request.method === 'POST' &&
    headerOf(request, 'smithy-protocol') === name &&
    pathParts.test(pathOf(request))
  )
}

function speaks({ protocols }: Service, { name }: RpcForm): boolean {
  return protocols.includes(name)
}

function pathOfOperation({ definition: { service, name } }: Operation): string {
  return `/service/${service.targetPrefix}/operation/${name}`
}
