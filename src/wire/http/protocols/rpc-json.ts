/** Smithy RPC v2 with JSON bodies. */
import type { Operation } from '../../../operations/operation.js'
import { encodeAnswer } from './encode-answer.js'
import { jsonMemory, parseInput } from './json-body.js'
import { encodeInTurns } from './encode-in-turns.js'
import type { Protocol } from './protocol.js'
import { rpcProtocol } from './rpc.js'

export function rpcJson(operations: readonly Operation[]): Protocol {
  return rpcProtocol(operations, {
    name: 'rpc-v2-json',
    mediaType: 'application/json',
    decode: parseInput,
    memoryOf: jsonMemory,
    readInput: ({ definition }, content) => definition.decodeJson(content ?? {}),
    encode: (_operation, output) => encodeInTurns(output ?? {}),
    encodeError: encodeAnswer,
  })
}
