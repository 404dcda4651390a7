/** What `npm run generate` keeps of a service model for use at run time. */
export type ProtocolName = 'aws-json-1.0' | 'aws-json-1.1' | 'query' | 'rpc-v2-cbor' | 'rpc-v2-json'

export interface ServiceModel {
  /** AWS's name for it. */
  readonly name: string
  readonly version: string
  /** The service in the scope of a credential. */
  readonly signingName: string
  /** The protocols it supports, in order of preference. */
  readonly protocols: readonly ProtocolName[]
  /** The prefix of the operation in `X-Amz-Target` and in the paths of RPC v2. */
  readonly targetPrefix?: string
  readonly xmlNamespace?: string
  /**
   * Whether it used the query protocol earlier, so that clients still expect the error codes of
   * that.
   */
  readonly queryCompatible?: boolean
  readonly operations: { readonly [operation: string]: OperationModel }
  readonly errors: { readonly [type: string]: ErrorModel }
  /** Its shapes as JSON: most services are never called, and text costs a start less than objects. */
  readonly shapesJson: string
}

/** The names of its shapes. Undefined if the model has none. */
export interface OperationModel {
  readonly input?: string
  readonly output?: string
  /** Called by clients that have no credentials yet. */
  readonly unsigned?: boolean
}

/** How an error differs from the usual ones. */
export interface ErrorModel {
  /** The member that holds its message, if it is not `message`. */
  readonly messageMember?: 'Message'
  /** Its code and status in the query protocol. */
  readonly code?: string
  readonly status?: number
}
