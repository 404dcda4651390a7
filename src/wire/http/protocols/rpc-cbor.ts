/** Smithy RPC v2 with CBOR bodies. */
import { serialization } from '../../../model/errors.js'
import type { Operation } from '../../../operations/operation.js'
import { memoryPerCborByte } from '../../limits.js'
import { decodeCbor } from '../../cbor/decode-cbor.js'
import { encodeCbor } from '../../cbor/encode-cbor.js'
import { fromCbor, toCbor } from './cbor-shapes.js'
import type { Protocol } from './protocol.js'
import { rpcProtocol } from './rpc.js'

export function rpcCbor(operations: readonly Operation[]): Protocol {
  return rpcProtocol(operations, {
    name: 'rpc-v2-cbor',
    mediaType: 'application/cbor',
    decode,
    memoryOf: (body) => body.length * memoryPerCborByte,
    readInput({ definition: { service, inputShape } }, content) {
      if (inputShape === undefined || content === undefined) return {}
      return fromCbor(service.shapes, inputShape, content)
    },
    encode({ definition: { service, outputShape } }, output) {
      if (outputShape === undefined) return { body: encodeCbor(new Map()) }
      return { body: encodeCbor(toCbor(service.shapes, outputShape, output ?? {})) }
    },
    encodeError: (members) => encodeCbor(toCbor({}, undefined, members)),
  })
}

function decode(body: Buffer): unknown {
  if (body.length === 0) return undefined
  try {
    return decodeCbor(body)
  } catch {
    throw serialization()
  }
}
