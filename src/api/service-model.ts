/** What `npm run generate` keeps of a service model for use at run time. */
import type { Shapes } from './shape.js'

export type ProtocolName = 'aws-json-1.0' | 'aws-json-1.1' | 'query' | 'rpc-v2-cbor' | 'rpc-v2-json'

export interface ServiceModel {
  /** As AWS calls it. */
  readonly name: string
  readonly version: string
  /** The service in the scope of a credential. */
  readonly signingName: string
  /** The protocols it speaks, the one it prefers first. */
  readonly protocols: readonly ProtocolName[]
  /** What precedes the operation in `X-Amz-Target` and in the paths of RPC v2. */
  readonly targetPrefix?: string
  readonly xmlNamespace?: string
  /** It once spoke the query protocol, and clients still expect the error codes of that. */
  readonly queryCompatible?: boolean
  readonly operations: { readonly [operation: string]: OperationModel }
  readonly errors: { readonly [type: string]: ErrorModel }
  readonly shapes: Shapes
}

/** The names of its shapes. Undefined where the model has none. */
export interface OperationModel {
  readonly input?: string
  readonly output?: string
}

/** What is particular about an error. */
export interface ErrorModel {
  /** The member that holds its message, if it is not `message`. */
  readonly messageMember?: 'Message'
  /** What the query protocol calls it, and answers it with. */
  readonly code?: string
  readonly status?: number
}
