/** All protocols. At most one claims a request. */
import type { Operation } from '../../../operations/operation.js'
import { awsJson } from './aws-json.js'
import type { Protocol } from './protocol.js'
import { queryXml } from './query-xml.js'
import { rpcCbor } from './rpc-cbor.js'
import { rpcJson } from './rpc-json.js'

/** The most frequently used one comes first. */
export function protocolsFor(operations: readonly Operation[]): readonly Protocol[] {
  return [awsJson(operations), queryXml(operations), rpcCbor(operations), rpcJson(operations)]
}
